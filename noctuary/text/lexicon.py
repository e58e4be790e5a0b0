"""Tables of general vocabulary: words that say the same thing. It holds no sentence and knows no corpus.

`CONCEPTS` is one group of near-synonyms a line (first word names the group); a word may stand in several.
`ALIASES` maps a spelling (or phrase) to the one the tables use; languages share the groups.
"""

from __future__ import annotations

ALIASES_TEXT = """
not-null=not~null free-shipping=free~shipping|free~delivery|versandkostenfrei|kostenloser~versand|kostenlosen~versand|kostenfreier~versand|envio~gratis|envío~gratis|livraison~gratuite
read-committed=read~committed opt-in=opt~in opt-out=opt~out
kubernetes=k8s|kube postgres=postgresql|pg|pgsql|postgre|psql javascript=js|ecmascript typescript=ts golang=go-lang
mongodb=mongo elasticsearch=elastic|es-cluster python=py|cpython ruby=rb dotnet=.net|csharp|c#
gcp=google~cloud|google~cloud~platform aws=amazon~web~services azure=microsoft~azure
vscode=vs~code|visual~studio~code prod=production|prd|produktion|livesystem|produccion|生产|本番|生产环境|本番環境
staging=stg|preprod|pre-prod|vorprod dev=development|develop-env|entwicklung|desarrollo|开发|開発|开发环境|開発環境
testenv=testsystem|test~environment|qa|uat|测试环境|テスト環境 locally=local|localhost-run|lokal|localement
database=db|dbs|datenbank|base~de~datos|数据库|データベース config=configuration|cfg|conf|settings|konfiguration|configuracion
repo=repository|repos|repositories|depot docs=documentation|doc|docu environment=env|environments
auth=authentication|authn|login|authentifizierung|登录 authorization=authz admin=administrator|administrators|admins
app=application|applications|apps info=information max=maximum|maximal|maxi min=minimum|minimal
mgr=manager req=request|requests|requirement|requirements dep=dependency|dependencies|deps pkg=package|packages
dir=directory|folder|ordner|verzeichnis|dossier|carpeta msg=message|messages img=image|images
pullrequest=pr|prs|pull~request|pull~requests|mr|mrs-gitlab|merge~request|merge~requests ci=continuous~integration
pto=paid~time~off|vacation|urlaub|holiday-leave|annual~leave tz=timezone|time~zone ip=ip~address
cpu=processor|processors ram=memory-ram|main~memory gpu=graphics~card ui=user~interface|frontend-ui ux=user~experience
api=apis|endpoint-api k8s=kubernetes cert=certificate|certs|certificates|zertifikat|certificado vpn=virtual~private~network
tel=telephone|phone~number nr=number|no.|num approx=approximately|ca|circa|roughly vs=versus
mum=mom|mother|mama|mutter|madre|mere|妈妈|母 dad=father|papa|vater|padre|pere|爸爸|父 grandma=grandmother|granny|oma|abuela
grandpa=grandfather|granddad|opa|abuelo kids=children|kid|child|kinder|kind|enfants|ninos|孩子|子供
bike=bicycle|fahrrad|velo|bici|bicicleta fridge=refrigerator|kuhlschrank tv=television|fernseher
car=auto|automobile|wagen|voiture|coche flat=apartment|wohnung|appartement|piso phone=handy|telefon|mobile~phone|cellphone
rf=replication~factor ttl=time~to~live sla=service~level~agreement slo=service~level~objective pii=personal~data
vat=mwst|iva|tva|umsatzsteuer|value~added~tax ceo=chief~executive|managing~director cto=chief~technology~officer
meeting=mtg|meetings|besprechung|reunion|会议|会議|定例会|ミーティング standup=stand-up|daily~standup
vienna=wien munich=munchen cologne=koln geneva=genf|geneve lisbon=lisboa|lissabon milan=milano|mailand rome=roma|rom
florence=firenze|florenz venice=venezia|venedig prague=praha|prag warsaw=warszawa|warschau copenhagen=kobenhavn|kopenhagen
brussels=bruxelles|brussel moscow=moskau|moskva seville=sevilla naples=napoli|neapel turin=torino zurich=zuerich
gothenburg=goteborg beijing=peking|北京 tokyo=東京|东京 shanghai=上海 the~hague=den~haag athens=athen|athina
germany=deutschland|alemania|allemagne france=frankreich|francia spain=spanien|espana italy=italien|italia
uk=united~kingdom|great~britain|gb us=usa|united~states eu=european~union
monday=montag|montags|lundi|lunes|周一|星期一|月曜|月曜日|mondays tuesday=tue|tues|dienstag|dienstags|mardi|martes|周二|星期二|火曜|火曜日|tuesdays
wednesday=mittwoch|mittwochs|mercredi|miercoles|周三|星期三|水曜|水曜日|wednesdays
thursday=thu|thur|thurs|donnerstag|donnerstags|jeudi|jueves|周四|星期四|木曜|木曜日|thursdays
friday=fri|freitag|freitags|vendredi|viernes|周五|星期五|金曜|金曜日|fridays
saturday=samstag|samstags|sonnabend|samedi|sabado|sabados|周六|星期六|土曜|土曜日|saturdays
sunday=sonntag|sonntags|dimanche|domingo|domingos|周日|星期日|日曜|日曜日|sundays
sell=sold go=went|goes leave=leaves|leaving buy=bought get=got|gets|gotten send=sent give=gave|given take=took|taken
keep=kept hold=held make=made write=wrote|written|writes|writing run=ran|runs|running drive=drove|driven
use=uses|used|using|usa-verb speak=spoke|spoken teach=taught|teaches meet=met begin=began|begun choose=chose|chosen
break=broke|broken build=built say=said|says lose=lost find=found tell=told read=reads|reading wear=wore pay=paid|pays
eat=ate|eaten drink=drank|drinks think=thought set=sets|setting cut=cuts|cutting put=puts
"""

CONCEPTS_TEXT = """
reside live lives living home house based reside resides residence flat dwell located domicile address move moved wohnt wohnen leben lebt vive vivir viven casa habite habiter demeure 住 住在 搬到 搬
located live lives located hosted based lie lies resides stands region location place where situated run runs
birthplace born birth birthplace geboren nacio nacido nee naquit 出生 生まれ
birthday birthday bday geburtstag cumpleanos anniversaire birth born 生日
employ work works working job employed employer employment company works-for trabaja arbeitet travaille joined started 工作 勤務
occupation job profession occupation role position title
boss manager boss report supervisor supervised lead head chef vorgesetzter jefe superior
spouse wife husband married spouse partner frau mann esposa marido femme mari
own own owns owner owners have has owned possess belongs besitzt tiene posee maintain maintains maintainer responsible charge zustandig
responsible responsible charge owner owns owners job handles handle takes zustandig duty accountable sign
like like likes love loves enjoy enjoys fond favourite favorite prefer prefers into mag liebt aime gusta fan 喜欢 好き 喜歡
prefer prefer prefers preferred preference favourite favorite choice rather pick over like wants want lieber prefiere prefere
dislike dislike dislikes hate hates avoid avoids 苦手 嫌い 讨厌
use use uses using used utilize employ run runs running stack built work works nutzt nutzen verwendet usa utiliza utilise 用 使用 使って uses-on drive
run run runs running executed execute operate operates hosted served powered lauft tourne corre 动 動いて 動かして 運行 运行
cost cost costs price priced fee charge charges rate expensive pay pays tariff kostet preis cuesta precio prix coute 价格 料金 totals comes amount sum
salary salary wage pay earns earn income raise gehalt sueldo salaire
rent rent rental lease miete alquiler loyer
port port ports listen listens listening exposed exposes bind binds reachable reach served ecoute escucha lauscht 端口 ポート
limit limit limits cap capped max maximum most ceiling quota allowance threshold up budget under within below limite grenze 上限
minimum min minimum least lower from threshold starting
timeout timeout timeouts expire expires expiry deadline ttl lifetime gives lives life valid validity session
expire expire expires expiry expiration valid until runs ends renew renewed ablauft caduca expira 过期 有效期 期限
retention retention retain retains keep keeps kept store stored hold snapshots
retry retry retries retried attempt attempts tries try
start start starts begin begins starting commence opens open kick beginnt empieza commence 開始 开始 from
end end ends finish finishes close closes stop over endet termina finit
open open opens opening opened hours geoffnet offnet abre abierto abierta ouvre ouvert
closed closed close closes shut closing closure geschlossen cerrado cerrada cierra ferme fermeture
release release releases released releasing launch launches ship ships shipped publish published go-live deploy リリース 发布 lanzamiento veroffentlichung version
deploy deploy deploys deployed deployment deployments deploying ship ships rollout release releases push 部署 デプロイ desplegar
schedule schedule scheduled date day time when planned appointment fires fire cron job runs
weekly weekly week
backup backup backups snapshot snapshots copies copia sicherung sauvegarde restore 备份 バックアップ
error error errors exception failure failures fehler 错误
log log logs logging logged
monitor monitor monitoring observability tracking dashboards
test test tests testing tested e2e spec suite
merge merge merges merged merging
forbid forbid forbidden banned prohibited prohibit disallow disallowed verboten prohibido interdit 禁止
allow allow allowed allows permit permitted may able can authorised authorized erlaubt darf puede peut permet permitido 可以 ok okay welcome
require require required requires need needs must mandatory necessary obligatory pflicht requerido obligatoire 必须 必要 has-to
approve approve approved approves approval sign signs sign-off signoff signing validate valide freigabe
delete delete deletes deleted remove removes removed drop dropped drops deletion loschen borrar supprimer 删除 gone
add add added adds adding include includes
edit edit edits edited editing change changes modify modifies touch update updates updated
create create creates created creating new make produce
write write writes written wrote author
implement implement implements implemented implementation write written code codes coded program programs programmed
call call called name named known titled named-as heisst llama appelle
team team crew squad group staff people headcount devs developers
customer customer customers client clients user users kunde kunden cliente clientes client shopper
invoice invoice invoices bill bills billing rechnung rechnungen factura facturas facture factures facturamos fattura 发票 請求書
pay pay pays paid payment payments checkout
order order orders purchase purchases bestellung pedido commande
ship ship ships shipped shipping delivery deliver delivers delivered versand lieferung envio livraison livre 配送
refund refund refunds return returns money-back send-back
vacation pto vacation holiday holidays leave urlaub vacaciones vacances 休暇
doctor doctor dr gp physician practitioner arzt medico medecin
medicine medicine medication drug drugs pill pills tablet tablets takes takes-med nimmt
allergy allergic allergy allergies intolerant intolerance allergisch alergico allergique
illness disease illness sick condition
eat eat eats eating food diet meal eats-meat vegetarian
drink drink drinks drinking beverage
school school kita kindergarten schule escuela ecole attends goes
teacher teaches teacher instructor lehrer
meeting meeting standup sync call conference
office office desk desks headquarters hq buro oficina bureau
head-office headquarters hq head-office
shop shop store laden tienda magasin shops boutique
holiday holiday holidays feiertag festivo ferie
phone phone telephone mobile smartphone handset cell
car car van vehicle drives drive
bike bike bicycle
pet dog cat pet animal
dog dog beagle puppy hund perro chien
computer laptop computer machine pc notebook
disk disk ssd hdd drive volume
memory memory ram heap
network network wifi wlan lan wireless
server server host box machine node instance instances
cluster cluster clusters fleet
service service services microservice svc
client client sdk library lib
library library lib package module
editor editor ide
browser browser
linter linter lint lints linting
formatter formatter format formats formatting
package-manager package-manager
bundler bundler bundle bundles bundling
database database datastore store db
queue queue broker topic
cache cache caches cached caching 缓存 キャッシュ
ingress ingress proxy gateway reverse
secret secret secrets credential credentials creds password passwords key keys token tokens
encrypt encrypt encrypted encryption tls ssl https
config config file toml yaml ini json setting
load load loads loaded read reads reading
default default defaults standard unless-told preset
branch branch trunk
commit commit commits committed
ci ci pipeline pipelines commit commits push pushes pullrequest
sign sign signs signed signing signature
size size sizes large big
line line lines column columns width wide
indent indent tabs spaces indentation
page page pages list listing
search search searching query queries lookup suche busca recherche 搜索 検索
index index indexes indices indexed
sort sort sorted order ordered ordering come comes
migrate migrate migrated migration move moved cutover switch switched
host host hosted hosting deployed
feed feed stream
email email e-mail mail mails
reply reply replies answer answers answered respond response responses
report report reports reporting
contact contact talk ask reach
captain captain skipper
lead lead leader head leads
founded founded established started founding business
age years old age aged
weight weigh weighs weight kg
height height tall high
temperature temperature temp temps heat oven thermostat set
distance distance far
duration takes take duration long length lasts period runs
length length long duration
frequency every each daily weekly monthly always often
number count number headcount total
seat seat seats
table table tables
column column columns field fields
id id ids identifier identifiers key
format format encoding encoded type
string string strings text
async async asynchronously asynchronous background after
sync sync synchronously synchronous blocking immediately
parallel parallel concurrently simultaneously flight
sequential sequential sequentially one-by-one serial serially
automatic automatically automatic auto
manual manual manually hand hand-written
enable enable enabled on active activated turned an aktiv activado activee 开启 有効
disable disable disabled off inactive deactivated aus inaktiv desactivado desactivee 关闭 無効
supported support supported supports compatible works
unsupported unsupported deprecated legacy
visible visible see seen shown show shows displayed
reach reach reachable accessible access
private private internal closed
public public open external
free free gratis gratuit kostenlos
cheap cheap economical affordable
fast fast quick quickly short
slow slow takes-long sluggish
children kids children child toddler
family family relatives
sister sister sisters
parent parent parents
fear afraid fear fears terrify terrifies scared phobia
fly flying fly flies plane planes flight flights
lesson lesson lessons class course
exam exam exams test
train train trains
window window windows
trash trash bin waste
heating heating heat heater heated radiator
water water watering
basement basement cellar keller
invoice-no invoice
home home house
licence licence license licensed
release-train release
old legacy old outdated
clean clean cleaned
night night nightly nights nuit nuits noche nachts
day day daily days tag jour dia 每天 毎日
week week weekly weeks woche semaine semana 毎週 每周
month month monthly months monat mois mes 毎月 每月
year year yearly annual annually years jahr an ano
morning morning mornings morgens manana matin
evening evening evenings abends tarde soir
user user he she they person
permission permission access rights can able
vote vote votes voting quorum
warranty warranty guarantee
subscription subscription plan tier
free-shipping free-shipping
language language speaks spoken
snapshot snapshot snapshots
tracker tracker tracking tracks
ticket ticket tickets issue issues
freeze freeze frozen
review review reviewer reviewers reviewed reviews
hand hand manual
storage storage store stored stores stays sits
data data tables records rows
upload upload uploads uploaded
export export exports exported exporting
import import imports imported importer
model model llm
summary summary summaries
validate validate validates validated validation check checks checked verify verifies verified
flush flush flushes invalidate invalidated purge clear clears
throw throw throws thrown raise raises bubbles propagates
swallow swallow swallows catch catches suppress
account account accounts registration signup
terminate terminate terminated
production production live
proxy proxy gateway
comment comment comments docstring
emoji emoji emojis
smoke smoke smokes smoking cigarettes smoke-free
injured injured hurt broken
single single one
multi-threaded parallel threads multi-threaded
customer-data data
mean mean means signals stands
sale sale sales sell sold
title title name called
upgrade upgrade upgraded bump bumped update updated
release version upgrade upgraded
failed fail failed fails failing broken
success success passed succeeded went-through
remote remote home homeoffice
onsite office onsite desks
discount discount off rebate rabatt descuento
wholesale wholesale
clay clay
mandatory mandatory required must compulsory
goal goal aim aims target targets objective budget
rate rate fps frame frequency
trade trade traded swapped exchanged sold
stay keep remain stays
optional optional voluntary
"""


def _groups() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for line in CONCEPTS_TEXT.strip().splitlines():
        words = line.split()
        for word in dict.fromkeys(words[1:] or words):
            found.setdefault(word, []).append(words[0])
    return {word: tuple(names) for word, names in found.items()}


def _aliases() -> dict[str, str]:
    return {
        spelling.replace("~", " "): head.replace("~", " ")
        for entry in ALIASES_TEXT.split()
        for head, rest in [entry.split("=", 1)]
        for spelling in rest.split("|")
    }


WORD_CONCEPTS = _groups()
ALIASES = _aliases()
PHRASES = {spelling: head for spelling, head in ALIASES.items() if " " in spelling}
