"""Tables of words that exclude each other: kinds of things, sibling scopes and antonyms. No sentence stands here.

`KINDS`: members of one line are values of one attribute (a thing has one of them at a time).
`SCOPES`: members of one line are places where different things may hold side by side.
`ANTONYMS`: pairs whose predicates cannot both hold of one thing.
"""

from __future__ import annotations

KINDS_TEXT = """
database postgres mysql mariadb sqlite mongodb oracle mssql cockroachdb dynamodb cassandra couchdb firestore duckdb clickhouse
cache-store redis memcached valkey dragonfly keydb hazelcast
search-engine elasticsearch opensearch solr meilisearch typesense algolia sphinx
queue kafka rabbitmq nats sqs pulsar activemq kinesis celery sidekiq mosquitto
package-manager npm yarn pnpm bun pip poetry uv pipenv conda hatch pdm cargo maven gradle bundler
bundler webpack vite rollup esbuild parcel turbopack snowpack grunt gulp
linter eslint ruff flake8 pylint biome rubocop golangci-lint oxlint
formatter prettier black yapf autopep8 gofmt rustfmt
test-runner jest vitest mocha jasmine ava pytest unittest nose cypress playwright selenium
framework react vue angular svelte solid preact ember nextjs nuxt remix
backend-framework django flask fastapi rails laravel symfony express nestjs spring
language python javascript typescript golang rust java kotlin scala ruby php perl swift elixir haskell dotnet lua zig c++ c# f# clojure erlang ocaml dart
editor vscode vim neovim emacs zed sublime pycharm intellij webstorm cursor helix nano
shell bash zsh fish powershell nushell ksh tcsh
os ubuntu debian fedora arch windows macos centos alpine nixos freebsd rhel suse mint
cloud aws gcp azure hetzner ovh digitalocean linode scaleway
host netlify vercel render heroku flyio railway cloudflare pages
registry dockerhub quay ghcr ecr harbor
ci-system jenkins circleci travis gitlab-ci github-actions buildkite drone teamcity woodpecker
git-host github gitlab bitbucket gitea forgejo codeberg
ingress nginx caddy traefik haproxy apache envoy kong nginx-ingress
orchestrator docker k8s nomad swarm podman ecs openshift
infra-tool terraform pulumi ansible chef puppet opentofu cloudformation
monitoring datadog grafana prometheus newrelic zabbix nagios splunk sentry glitchtip rollbar bugsnag honeycomb loki
tracker jira linear asana trello clickup monday.com basecamp redmine youtrack shortcut
wiki confluence notion outline bookstack mediawiki gitbook wikijs
chat slack teams discord mattermost zulip rocketchat telegram signal whatsapp
video zoom meet webex jitsi skype
mailer mailgun sendgrid postmark mailchimp ses mailjet
payment stripe adyen braintree paypal mollie klarna square
auth-provider auth0 keycloak okta cognito authentik clerk ory firebase
secret-store vault doppler 1password bitwarden keepass lastpass
flags launchdarkly unleash flagsmith split configcat
analytics posthog matomo mixpanel amplitude plausible umami
accounting holded odoo datev lexoffice quickbooks xero sap sage
shop-system shopify magento woocommerce prestashop shopware bigcommerce
engine godot unity unreal bevy gamemaker
browser chrome firefox safari edge opera brave vivaldi
phone iphone pixel fairphone samsung galaxy nokia oneplus xiaomi
carrier dhl ups fedex dpd gls hermes usps
branch main master trunk develop
indent tabs spaces
case camelcase snakecase snake_case pascalcase kebab-case
type string integer int object array float boolean bool bigint uuid uuidv7 uuidv4 auto-increment json decimal varchar
encoding utf-8 utf8 utf-16 latin1 windows-1252 ascii iso-8859-1 cp1252
file-format json yaml toml xml csv ini parquet avro pdf html markdown protobuf
compression gzip zstd brotli lz4 snappy bzip2 xz
isolation serializable read-committed read-uncommitted committed uncommitted repeatable
hash md5 sha1 sha256 bcrypt argon2 scrypt
protocol rest graphql grpc soap websocket http https mqtt amqp
verb get post put patch delete
deletion soft hard
currency eur usd gbp nok sek dkk chf jpy pln euro euros dollar dollars pounds yen francs
measure celsius fahrenheit kelvin km miles metres meters feet seconds milliseconds minutes kilometres inches
colour red green blue yellow purple orange pink cyan teal black white grey gray brown violet magenta turquoise rot grun blau gelb schwarz weiss rojo verde azul negro blanco rouge vert bleu noir blanc
weather rainy sunny cloudy
weekday monday tuesday wednesday thursday friday saturday sunday
season spring summer autumn winter
city london paris berlin hamburg munich cologne vienna zurich geneva madrid barcelona seville malaga lisbon porto rome milan naples turin prague warsaw krakow copenhagen oslo stockholm helsinki malmo gothenburg bergen dublin amsterdam rotterdam utrecht antwerp brussels lyon marseille nantes bordeaux lille toulouse kiel bremen leipzig dresden frankfurt stuttgart dusseldorf hannover kassel gottingen ulm graz salzburg basel bern tokyo osaka kyoto beijing shanghai shenzhen hangzhou chengdu 杭州 成都 深圳 广州 大阪 京都 boston chicago denver seattle austin toronto montreal vancouver sydney melbourne auckland bangalore mumbai delhi montevideo bilbao burgos valencia cadiz vigo granada braga faro
country germany france spain italy portugal austria switzerland poland sweden norway denmark finland ireland uk us canada brazil mexico japan china india australia
region us-east-1 us-east-2 us-west-1 us-west-2 eu-west-1 eu-west-2 eu-central-1 europe-west1 europe-west3 europe-west4 eu
status open draft accepted rejected closed merged done packed shipped delivered cancelled pending paused blocked resolved archived progress wontfix
contract permanent temporary freelance fixed-term
employment full-time part-time
relation sibling siblings cousin sister brother twin twins husband wife aunt uncle
diet vegan vegetarian carnivore
drink coffee tea mate cocoa
licence mit apache gpl bsd agpl mpl lgpl cc-by-4.0 proprietary
arch arm64 amd64 x86 x86_64 riscv
mode light dark
schedule daily weekly monthly quarterly yearly hourly nightly biweekly fortnightly
image-format jpeg jpg png webp avif gif svg tiff bmp heic
audio-format mp3 flac ogg opus wav aac
video-format mp4 webm mkv mov avi h264 h265 av1
timezone utc gmt cet cest edt pst pdt jst bst eet
unit-speed knots kmh km/h mph m/s kph
unit-pressure bar psi kpa hpa mbar pascal
unit-mass grams gram kilos kilograms pounds ounces lbs kg mcg mg
unit-length mm cm inches inch millimetres centimetres metre foot yards
unit-volume litres gallons pints millilitres ml
unit-time seconds milliseconds minutes hours days weeks months microseconds nanoseconds millis
insurer allianz axa helvetia mobiliar huk generali ergo aviva
mobile-carrier vodafone o2 telekom congstar orange verizon t-mobile swisscom movistar telefonica three
bank ing sparda sparkasse n26 revolut dkb santander barclays hsbc commerzbank wise monzo
power-supplier lichtblick tibber eon vattenfall octopus enbw
car-brand vw volkswagen skoda volvo toyota ford opel bmw audi tesla renault peugeot kia hyundai fiat seat honda mazda
heating oil gas pellets logs coal district geothermal
finish matt matte glossy satin
seat aisle window
residence house flat houseboat caravan
todo todoist things ticktick omnifocus remember-the-milk
reviewer copilot coderabbit
state-library redux zustand mobx recoil jotai pinia vuex
orm prisma drizzle sqlalchemy typeorm sequelize django-orm hibernate
build make cmake bazel ninja meson just nix
kernel linux-lts mainline
vector-store pinecone qdrant weaviate milvus chroma pgvector faiss lancedb
model-vendor openai anthropic mistral gemini llama qwen deepseek grok
stream stdout stderr
marital married single divorced widowed engaged
"""

SCOPES_TEXT = """
environment prod staging dev testenv ci locally sandbox canary
tier frontend backend mobile desktop web ios android windows linux macos
timeout connect read write idle request
daytime morning noon afternoon evening night mittags abends morgens mañana tarde midi soir
season spring summer autumn winter
room cellar kitchen bathroom bedroom loft garage basement attic hallway garden balcony nursery livingroom study
plan free paid pro enterprise basic standard premium starter
channel alpha beta stable nightly edge lts rc
kin mother mum father dad sister brother aunt uncle cousin son daughter wife husband grandma grandpa boss manager
day weekday weekend monday tuesday wednesday thursday friday saturday sunday samedi midi
direction inbound outbound incoming outgoing
group cpu gpu disk
month january february march april june july august september october november december
person user team tenant my her his your our their
meal breakfast lunch dinner
object code docs blog chat report reports photos texts images videos drafts makefiles
"""

ANTONYMS_TEXT = """
enable/disable enabled/disabled on/off allow/forbid allowed/forbidden allowed/prohibited allow/deny permit/forbid
open/closed opens/closes opened/closed public/private internal/external sync/async synchronous/asynchronous
synchronously/asynchronously synchronously/async sync/asynchronously parallel/sequential parallel/sequentially
serial/parallel automatic/manual automatically/manually automatically/hand automatisch/hand opt-in/opt-out
upstream/downstream before/after above/below upper/lower first/last oldest/newest ascending/descending asc/desc
always/never everyone/nobody everybody/nobody all/none every/none both/neither any/none mandatory/optional
required/optional must/optional remote/office remote/onsite full/empty temporary/permanent nullable/required
better/worse worse/shorter better/longer faster/slower longer/shorter increase/decrease increased/decreased
improved/degraded rise/fall more/less higher/lower larger/smaller started/stopped start/stop active/inactive
visible/hidden included/excluded includes/excludes include/exclude heated/unheated supported/unsupported
support/unsupported reachable/unreachable reach/unreachable signed/unsigned encrypted/plaintext encrypted/unencrypted
safe/unsafe secure/insecure stable/unstable true/false yes/no left/right up/down inside/outside indoors/outdoors
hot/cold warm/cold light/dark single/married neutered/intact like/dislike likes/hates like/hate love/hate loves/hates
healthy/ill injured/cleared alive/dead vegetarian/meat vegan/meat vegetarian/eats-meat private/public mutable/immutable stateful/stateless
online/offline connected/disconnected available/unavailable possible/impossible necessary/unnecessary legal/illegal
present/absent locked/unlocked paid/unpaid   solved/unsolved swallow/raise swallow/throw swallow/bubble
swallows/bubbles swallows/propagates success/failure succeed/fail passed/failed accept/reject accepted/rejected approved/rejected
soft/hard strict/loose tabs/spaces morning/evening early/late agree/disagree win/lose buy/sell borrow/lend import/export
push/pull master/replica primary/secondary local/remote eager/lazy singular/plural even/odd horizontal/vertical
portrait/landscape double/single ignore/throw ignores/throw ignore/reject accepts/needs attic/basement attic/cellar
automatically/started anyone/nobody upstairs/downstairs on-hold/resumed hold/resumed paused/running fixed/broken male/female same/different cached/uncached sorted/unsorted verified/unverified validated/unchecked
abre/cerrado abre/cierra abierto/cerrado ouvert/ferme ouvre/ferme offen/geschlossen offnet/geschlossen an/aus ein/aus
erlaubt/verboten permitido/prohibido siempre/nunca immer/nie toujours/jamais todos/ninguno alle/keiner avec/sans mit/ohne con/sin
开启/关闭 打开/关闭 有効/無効 喜欢/讨厌 好き/苦手 好き/嫌い with/without include/extra included/extra incl/excl includes/billed
gross/net retry/gives prefer/avoid prefers/avoids prefer/never cash/card smoke/smoke-free smokes/quit stays/leaves
single-sided/duplex single-sided/double-sided voluntary/compulsory voluntary/mandatory optional/compulsory free/booked free/occupied
free/busy booked/available sold/unsold asleep/awake identical/fraternal wired/wireless calm/nervous tame/wild glossy/matt
own/rent owns/rents owner/tenant bought/rented bought/loan alone/together lenient/strict kept/discarded keeps/drops keep/discard
merged/split joined/left arrived/left pass/fail passes/fails works/breaks works/chokes works/fails survives/lost survive/lost masked/unmasked
raw/cooked fresh/frozen sweet/sour smooth/rough narrow/wide deep/shallow tall/short thick/thin heavy/light cheap/expensive
clean/dirty wet/dry noisy/quiet noisy/silent loud/quiet older/younger taller/shorter bigger/smaller gain/lose gained/lost grew/shrank
rises/falls rose/fell lazily/eagerly lazily/upfront furnished/unfurnished deterministic/random deterministic/nondeterministic
blocking/advisory strips/keeps strips/intact hides/shows shown/hidden public/secret whitelist/blacklist allowlist/denylist
teetotal/drinks vegetarian/steak awake/asleep odd/even voluntary/obligatory guarded/unguarded paper/digital live/recorded
shaven/beard shorn/bearded straight/curly pregnant/born employed/unemployed retired/working in-person/online onsite/online
oben/unten links/rechts innen/außen warm/kalt voll/leer früh/spät groß/klein mehr/weniger kostenlos/kostenpflichtig freiwillig/pflicht laut/leise
izquierda/derecha arriba/abajo dentro/fuera encendido/apagado lleno/vacio caliente/frio gratis/pago obligatorio/opcional mayor/menor antes/despues soltero/casado soltera/casada
gauche/droite dedans/dehors plein/vide chaud/froid gratuit/payant obligatoire/facultatif allume/eteint autorise/interdit marie/celibataire
允许/禁止 公开/私有 自动/手动 同步/异步 免费/收费 必须/可选 水性/油性 公開/非公開 同期/非同期 自動/手動 無料/有料 必須/任意 許可/禁止
keep/drop kept/dropped minimal/each wanted/unwanted welcome/forbidden nullable/not-null single-threaded/multi-threaded
"""


_SIGNS = """
大小 高低 长短 長短 快慢 新旧 新舊 开关 開閉 開关 早晚 朝夜 朝晩 多少 左右 上下 前后 前後 内外 內外 里外 男女 真假 有无 有無 强弱 強弱 明暗
冷热 冷熱 热冰 熱冰 热凉 干湿 远近 遠近 轻重 軽重 好坏 黑白 进出 買売 买卖 深浅 生死 粗细 厚薄 宽窄 甜苦 单双 增减 升降 收发 冬夏 春秋 昼夜
父母 兄弟 姐妹 東西 东西 南北 雨晴 借还 胜负 勝負 软硬 公私 古今 老少 推拉 入出 赤青 老幼
"""
"""Signs of Chinese and Japanese that tell two words apart which else are the same (早班, 晚班): two signs a pair."""

SIBLING_SIGNS = frozenset(pair for one in _SIGNS.split() for pair in ((one[0], one[1]), (one[1], one[0])))


def _members(text: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for line in text.strip().splitlines():
        name, *words = line.split()
        for word in words:
            found.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in found.items()}


KINDS = _members(KINDS_TEXT)
SCOPES = _members(SCOPES_TEXT)
ANTONYMS = tuple(tuple(pair.split("/", 1)) for pair in ANTONYMS_TEXT.split())
