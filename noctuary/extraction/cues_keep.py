"""The marks by which a lasting statement is told in six languages. Holds patterns only, decides nothing.

Each name is one feature of `durable.features` and, where found, a cue of the candidate. A pattern's
text is broken into lines anywhere; the breaks are no part of it.
"""

from __future__ import annotations

import re

DAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|montag|dienstag|mittwoch|donnerstag"
    r"|freitag|samstag|sonntag|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi"
    r"|jeudi|vendredi|samedi|dimanche)"
)
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|enero"
    r"|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|février"
    r"|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre)"
)


def signs(text: str, *, cased: bool = False) -> re.Pattern[str]:
    """One pattern from alternatives that say themselves where they may stand; `cased`: letter case counts."""
    joined = text.replace("\n", "").replace("{DAY}", DAY).replace("{MONTH}", MONTH)
    return re.compile(_grouped(joined), re.NOFLAG if cased else re.IGNORECASE)


def folded(text: str) -> re.Pattern[str]:
    """The same for text that is already in lower case, which is matched several times faster."""
    joined = text.replace("\n", "").replace("{DAY}", DAY).replace("{MONTH}", MONTH)
    return re.compile(_grouped(re.sub(r"(\\.)|([A-Z]+)", lambda m: m[1] or m[2].lower(), joined)))


def _grouped(pattern: str) -> str:
    """The same pattern with the word border or line start its alternatives share in front of them, for speed."""
    groups: dict[str, list[str]] = {"\\b": [], "^": [], "": []}
    for part in _alternatives(pattern):
        head = next(head for head in groups if part.startswith(head))
        groups[head].append(part[len(head) :])
    return "|".join(f"{head}(?:{'|'.join(parts)})" for head, parts in groups.items() if parts)


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of a pattern that stand outside all brackets."""
    parts, depth = [""], 0
    for token in re.findall(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", pattern):
        depth += (token == "(") - (token == ")")
        if token == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return parts


def words(whole: str, bare: str = "") -> re.Pattern[str]:
    """One pattern from words, matched whole, and from signs without borders (Chinese, Japanese, symbols)."""
    bounded = rf"(?<!\w)(?:{whole})(?!\w)"
    return folded(f"{bounded}|{bare}" if bare else bounded)


DURABLE: dict[str, re.Pattern[str]] = {
    "remember": words(
        r"""
remember(?: that| this|:|,| my| our| the)|(?:please|also|and|but|must|should|always) remember|keep in mind|bear in mind|don'?t forget|do not forget|
for the record|for future reference|(?:add|save|put|store|write)(?: this| it| that)? (?:to|in|into)(?: your| the| my)? (?:memory|notes?)|
(?:put|write|note|save) (?:this|it|that) (?:down|somewhere)|write down|note that|please note|
make a note|note:|take note|fyi|btw|by the way|for your info(?:rmation)?|merke?(?: dir)?|notiere?|
nicht vergessen|vergiss nicht|übrigens|zur info|recuerda|ten en cuenta|no olvides|apunta|anota|
por cierto|lembre(?:-se)?|não esqueça|anote|aliás|ricorda(?:ti)?|non dimenticare|annota|tieni presente|onthoud|vergeet niet|
noteer|trouwens|souviens-toi|retiens|n'oublie pas|rappelle-toi|à noter|nb|good to know|heads-?up|reminder to self
""",
        r"""
^\W*(?!(?:we|i|they|you) )(?:\w+[ ,:]+)?remember(?!\w| when| how| the bug| asking)|记住|記住|请记|請記|记得|記得|别忘|別忘|覚えて|忘れないで|メモ
""",
    ),
    "rule": words(
        r"""
(?:new|hard|fixed|house|golden|firm|our|standing|iron|one|first|second|third|last) rules?|rules? ?[:—–]|
(?:the|my|that) rules? (?:is|are|now|here|stays?|holds)|rules? of (?:thumb|the)|as a rule|by (?:convention|policy)|
our (?:\w+ )?(?:policy|convention|standard)|(?:policy|convention) ?(?:[:—–]|is|are|says|here)|
no exceptions?|grundsätzlich|(?:neue|unsere|feste|die) regel|regel(?:n)? ?:|regel ist|
(?:nueva|nuestra|la) (?:norma|regla)|(?:norma|regla)s? ?:|(?:nova|nossa) regra|regras? ?:|a regra (?:agora )?é|(?:nuova|nostra|la) regola|
regola ?:|(?:nouvelle|notre|la) règle|règles? ?:
""",
        r"""
规则|規則|規定|规定|ルール|原则|原則
""",
    ),
    "always": words(
        r"""
always|every time|each time|whenever|in every|everywhere|without exception|immer|jedes mal|stets|
siempre|cada vez|sempre|toda vez|ogni volta|altijd|elke keer|toujours|chaque fois|à chaque
""",
        r"""
总是|總是|一律|每次|必ず|いつも|常に|毎回|都要
""",
    ),
    "never": words(
        r"""
never(?! (?:saw|got|had|was|were|did|came|went|made|(?!need|feed|exceed|embed|proceed|succeed)[a-z]{2,}ed)\b(?! again))|not ever|ever again|nobody|no one|under no circumstances|nie|niemals|nie wieder|nunca|jamás|
jamais|personne|keinesfalls|ninguna?|non .{1,40} mai|nooit|nessuno|niemand|ninguém
""",
        r"""
绝不|絕不|从不|從不|永远不|決して|絶対に|别再|不再
""",
    ),
    "only": words(
        r"""
only|exclusively|nothing else|solely|nur|ausschließlich|sólo|solo|solamente|únicamente|seulement|
uniquement|somente|apenas|só|solo|soltanto|alleen|uitsluitend
""",
        r"""
只|仅|僅|だけ|のみ|しか
""",
    ),
    "must": words(
        r"""
must(?: not|n'?t)?|ha(?:s|ve) to|needs?(?: to)?|requires?|required|mandatory|may (?:not|only)|can'?t|
cannot|(?:is|are|isn't|aren't)(?: not)? allowed(?: to)?|not permitted|forbidden|prohibited|off limits|
insists? on|obliged|shall(?: not)?|should(?: not|n't)?|darf(?: nur| nicht)?|dürfen|muss|müssen|
soll(?:en)?|verboten|pflicht|braucht|benötigt|debe[ns]?|hay que|tiene[n]? que|prohibid[oa]|
obligatori[oa]|necesita[n]?|deve[m]?|precisa[m]?|tem que|proibid[oa]|não pode[m]?|devono|bisogna|vietat[oa]|
non (?:può|possono)|moet(?:en)?|mag (?:niet|geen)|mogen|verplicht|no se puede|no puede[n]?|doi(?:t|vent)|il faut|interdit|obligatoire|
ne p(?:eu)?t pas|won'?t work
""",
        r"""
必须|必須|不得|禁止|不能|不可|なければな|てはいけ|てはなら|需要|要求|厳禁|要確認|しないで
""",
    ),
    "limit": words(
        r"""
max(?:imum)?\.?|min(?:imum)?\.?|at most|at least|no more than|not more than|no less than|up to|
limit(?:ed)?(?: to)?|cap(?:ped)?(?: at)?|within \d+|below \d+|under \d+|höchstens|mindestens|maximal|
bis zu|máximo|mínimo|como mucho|au plus|au moins|no máximo|pelo menos|limite|al massimo|almeno|maximaal|hooguit|minstens
""",
        r"""
最多|最大|至少|最少|上限|下限|以内|以上|以下|まで|[≤≥<>] ?\d
""",
    ),
    "ban": words(
        r"""
don'?t (?:ever )?(?:touch|use|change|edit|modify|propose|suggest|run|push|commit|add|send|put|delete|
call|mention|rename|deploy|write|mix|merge|store|log|open|share|remove|buy|order|book|plan|schedule|
bump|upgrade|restart)|do not (?!worry|know|think|see)\w+|stop \w+ing|(?:no|zero) more|avoid|not allowed|
hands off|nobody touches|nunca|nicht (?:anfassen|ändern|verwenden|benutzen)|bitte (?:nicht|kein)\w*|
kein(?:e|en)?|não (?:mexa|use|usar|mande|publique|toque|mude)\w*|non (?:toccare|usare|mandare|pubblicare|cambiare)|
niet (?:aanraken|gebruiken|wijzigen)|no (?:me )?(?:mandes|envíes|uses|toques|cambies|pongas)|ne (?:pas|jamais|\w+ (?:pas|
jamais))
""",
        r"""
不要|别动|別動|请勿|請勿|勿|不许|やめて|触らない|使わない|しないこと
""",
    ),
    "nolead": folded(
        r"""
^(?:(?:and|also|so|but|please|seriously|rule|new rule|house rule)[,:]? )*(?:no|less|fewer|without|
kein\w*|sin|ni|pas de|zero) [^,.;]*\w
""",
    ),
    "decision": words(
        r"""
decided(?! whether| if| yet)|(?:final |the |our )?decisions? ?(?:[:—–]|is|was|of the)|the decision to|(?:^|we|all|both|everybody|everyone) agreed|agreed(?: w/| with| on| that| to|:)|settled(?: on)?|(?<!why we )(?<!why i )chose|
(?:was|were|is|been|have|has) chosen|picked|opted for|(?:we|we're|we are|i'm|let's) (?:going|go) with|we'?ll (?:use|go|keep|do|move|
take|stay|skip|drop|stick)|we (?:(?:will|shall)(?! (?:also |then )?(?:need|want|have to|see|look|get|try|be able|do (?:this|that|it))\b)|won'?t|skip|drop|keep|stick|stay)|we'?re (?:not )?(?:doing|
using|dropping|keeping|going|moving|staying|switching|sticking)|let'?s (?:use|go|keep|stick|drop|
switch)(?! ahead)|it is,? for|adr[- ]?\d*|(?:is|are|was|were|been|got|status:?) accepted|accepted(?= ?(?:[:—–]|$))|is out|are out|(?:board|team|owner|was|were|been|got) approved|approved(?: by|:)|went with|in favou?r of|
ruled out|final(?:ly)?:|(?:verdict|outcome):|resolved to|beschlossen|entschieden|entscheidung|wir nehmen|
geeinigt|vereinbart|(?:es|está|queda|quedó|hemos|han?|foi|ficou|fue|fica) decidid[oa]s?|^decidid[oa]s?|decidimos|acordad[oa]|acordamos|
combinamos|optamos por|ficamos com|nos quedamos con|abbiamo (?:deciso|scelto)|è deciso|deciso:|(?:we )?hebben (?:besloten|gekozen)|besloten|afgesproken|
décid[ée]+e?s?|on part sur|convenu|on garde|group ->|fasten|signed off
""",
        r"""
决定|決定|定了|決まり|決めた|決まった|採用|采用|改用|就用|确定用
""",
    ),
    "from_now": words(
        r"""
from now on|from (?:today|tomorrow|next)(?: on)?|starting (?:next|from|on|with|today|tomorrow|in|\d)|
(?:until|till) further notice|bis auf (?:weiteres|widerruf)|hasta nuev[oa] (?:aviso|orden)|jusqu'à nouvel ordre|até (?:novo aviso|segunda ordem)|fino a nuovo avviso|tot nader order|
as of|effective (?:immediately|from|as of|on|today|now|next)|effective(?= \d)|going forward|henceforth|since (?:today|yesterday|\d|last (?:week|month|year|{DAY}|{MONTH})|{MONTH})|
(?:we|i|you|nobody|he|she|they|(?<!was )(?<!were )(?<!so )(?:is|are)) no longer|not any ?more|anymore|any more|from \d{1,2} (?:{MONTH})|ab (?:jetzt|sofort|heute|morgen|nächste\w*|\d|
{MONTH})|künftig|in zukunft|zukünftig|nicht mehr|seit (?:heute|gestern|\d\w*|letzt\w+)|gilt ab|
a partir de(?:l)?|de agora em diante|daqui para frente|d'ora in poi|a partire da|non .{1,20} più|vanaf (?:nu|vandaag|\d)|voortaan|niet meer|
desde (?:hoy|ahora|ayer|el|{MONTH})|de ahora en adelante|ya no|en adelante|dorénavant|
désormais|à partir d[eu']|dès|ne .{1,20} plus|depuis (?:hier|aujourd'hui|le)
""",
        r"""
今后|今後|以后都|以後都|从现在|從現在|从今|これから|これからは|来月から|から(?:は)?$|起$|不再
""",
    ),
    "update": words(
        r"""
now|moved(?: to| from)?|switched(?: to| from)?|changed(?: to| from)?|replac(?:es|ed)(?: by| with)?|
instead(?: of)?|renamed(?: to)?|migrated(?: to)?|bumped|raised|lowered|increased|upgraded(?: to)?|
stays?(?: on| at)?|new|pasa(?:n)? a|subo|sube|cambi(?:a|ó|amos)|neu(?:e|er|es)?|jetzt|umgestellt|
umgezogen|statt|maintenant|remplac\w+|ahora|nuev[oa]s?|dejo
""",
        r"""
现在|現在|改为|改成|改為|変更|移行|換成|换成
""",
    ),
    "correction": folded(
        r"""
^\W*(?:(?:and|but|oh|sorry|uh|um|hmm|ok|ah|wait)[,. ]+)*(?:nope|nah|
stimmt nicht|incorrecto|errata)[,.:;!– ]|^\W*(?:(?:and|but|oh|sorry|hmm|ah)[,. ]+)*(?:wrong|incorrect|falsch|faux|errado|sbagliato|fout)[,.:;!–]|^\W*(?:(?:and|but|oh|sorry|hmm|ah|wait)[,. ]+)*(?:no(?!, (?:let'?s|just|please|try|go|do|add|thanks?|it'?s (?:fine|ok))\b)|nein|non|não|nee|
actually|doch|kleine korrektur|small correction|update)[,.:;!–]|^no (?:the|it|that|it's|sorry|el|la|das|
der|die|c'est)\b|^actually\b.*\bnot\b|(?:^|[(.] ?)(?:small |quick |one |kleine |yesterday's )?(?:correction|korrektur|corrección|correção|correzione|rectification)
(?: ?[:,!–—-]| to | on |$)|\ba (?:small |quick )?correction\b|
that'?s (?:not (?:right|true|correct)|wrong)|\b(?:i|we|you|he|she) (?:had|got|have|told you|said|wrote|
noted|mixed|were|was|put)\b.{0,25}\bwrong\b|\b(?:was|is|were) (?:wrong|incorrect|outdated)\b|
\bmix(?:ing|ed) (?:\w+ ){0,2}up\b|\bmy (?:bad|mistake)\b|\bi (?:misread|misspoke|confused|mistyped)\b|
\btypo(?: in|:|,|$)|\bwas a typo\b|^correct(?:ed|ion)?:|^corregido|^korrigiert|^corrigé|^not \S+(?: \S+)? ?[–—-]+ .*(?:\b(?:is|
are)\b|'s)|(?<![\w.:])(?=[\w.:]*?\b\d)[\w.:]++(?: ?\w{1,4}| %| °C)?,? not \d|\b(?:war|ist) falsch\b|\bme equivoqué\b|
\bno es\b(?!(?: ya)? (?:sólo|solo|solamente)).{1,40}\bsino\b|\bnão é\b(?!(?: mais)? (?:só|somente|apenas)).{1,40}\b(?:mas|e sim)\b|\bnon è\b(?! (?:più )?(?:solo|soltanto)).{1,40}\bma\b|
\bniet\b(?! (?:alleen|enkel)).{1,30}\bmaar\b|\bnicht\b(?! (?:nur|bloß)).{1,30}\bsondern\b|\bce n'est pas\b(?! (?:que|seulement)).{1,40}\bmais\b|^不对|^不對|更正|纠正|訂正|
間違|違います|搞错|弄错|而是|ではなく|じゃなくて|\bnot the (?:cache|other)\b
""",
    ),
    "prefer": words(
        r"""
prefers?|prefer to|preference(?: is|:)|(?:i|we|she|he) (?:really )?(?:like|love|hate|dislike)s?|wants?(?! to\b)|(?:would|i'd|we'd|he'd|she'd|they'd) rather|rather (?:not|you|have)|
favou?rite|call me|works best for me|please (?:always|never|keep|use|stop|answer|write|don'?t|
no)|(?:give|show|send|tell|ask|answer|explain to|write) me|over prose|keep (?:your|it|the|my|
answers|replies|messages)|your (?:answers?|replies|responses|summar(?:y|ies)|messages|explanations|
comments|diffs)|when(?:ever)? (?:you|i|we)|(?:likes|loves|hates|appreciates|asks for)|best (?:on|in|by|
at)|stop (?:adding|using|saying|asking|doing)|lieber|bevorzug\w*|ich (?:mag|möchte|will|hätte gern)|
antworte\w*|bitte (?:immer|nie|keine?|nur)|prefier[oe]n?|prefir[oa]|prefere[m]?|gosto de|responda|preferisc[oe]|mi piace|rispond\w+|liever|houd van|wil graag|me gusta|quiere[n]?|me (?:mandes|mandas|
escribas|hables)|préf(?:ère|érer?)|je (?:veux|voudrais)|j'aime|réponds
""",
        r"""
喜欢|喜歡|偏好|希望|宁愿|请用|請用|ほしい|欲しい|好き|好み|てください|でお願い|方がいい
""",
    ),
    "identity": words(
        r"""
i'?m (?:a(?! bit| little)|an|on (?:a|an|windows|linux|mac\w*|ubuntu|arch|fedora)|from|new to|based|the|
left-handed|colou?r-?blind|vegetarian|vegan|allergic|dyslexic|deaf|originally)|i am (?:a|an|from|in|
based|the|allergic)|i (?:live|work|teach|study|speak|come|own|run|grew)(?: in| as| at| for| from|
 with)?|my (?:native|first|mother|name|job|role|time ?zone|age|birthday|pronouns|title|background|
profession|laptop|machine)|i have (?:type|celiac|asthma|adhd|diabetes|kids|(?:an? |two |three |\d )?(?:kids?|child\w*|sons?|daughters?|dogs?|cats?|sisters?|brothers?|
degree|phd|masters?|allerg\w+|background|years))|user:|(?:coming|
come) from \d+ years|years old|i use a|i was born|born (?:in|on)|ich (?:bin|wohne|lebe|arbeite|heiße|
komme|spreche)|soy|sou|moro em|trabalho (?:em|com|como)|sono (?:un|una|un')|vivo a|abito|ik ben|ik woon|woon in|ik werk|vivo en|trabajo (?:en|como|de|con)|me llamo|tengo \d+ años|je (?:suis|vis|travaille|
m'appelle|parle)|j'habite|moi c'est|phd student|by profession|my wife|my husband
""",
        r"""
我是|我在.{1,8}工作|我住|我叫|私は|僕は|俺は|住んで|です。?$
""",
    ),
    "lesson": words(
        r"""
lessons?(?: learn(?:ed|t))?|learn(?:ed|t)(?: today)?|root cause(?: was| is)?|post-?mortem|turns? out|
because|since|the reason|caused by|due to|otherwise|work-?around|the (?:fix|trick|culprit|cause)(?: is|
 was)?|breaks?|fails?|crash(?:es)?|only (?:works?|pass(?:es)?)|gotcha|pitfall|caveat|found (?:it|out)|
happens (?:when(?:ever)?|if)|last time|we tried|i tried|(?:lost|failed) (?:\w+ )?(?:both|twice|again)|
so (?:don'?t|never|always|stay)|leak(?:ed|s)?|cuts? off|weil|sonst|ursache|gelernt|liegt an|ojo|porque|
si no|la causa|aprendid[oa]|lección|lição|aprendizado|por isso|senão|lezione|perché|les:|geleerd|omdat|parce que|sinon|leçon|la cause|à cause|not the (?:driver|cache)
""",
        r"""
因为|因為|原因|教训|教訓|否则|ため|ので|から、|原因は|学んだ|注意|坑
""",
    ),
    "if_then": folded(
        r"""
^(?:if|when|whenever|wenn|falls|si|cuando|quand) .{4,60}?[:,→] |^(?:if|when) .{4,40} (?:it's|it is|
check|use|run) 
""",
    ),
    "dated": folded(
        r"""
\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}\.? (?:{MONTH}) (?:19|20)\d\d\b|\b(?:{MONTH}) \d{1,2},? (?:19|
20)\d\d\b|\d{4}年\d{1,2}月
""",
    ),
    "due": words(
        r"""
(?:will be )?(?:switched|turned|shut) (?:off|down)|expires?(?: on)?|expiring|runs? out|ends?(?: on|
 at)?|sunsets?|deadline|is due|due (?:on|by)|end[- ]of[- ](?:life|support)|eol|wedding|surgery|
valid until|until \d{4}|läuft (?:\w+ )?(?:aus|ab)|endet|caduca|vence(?:m)?|scade|loopt (?:\w+ )?af|verloopt|termina|expire|se termine|
booked (?:for|from)?|moves? (?:out|in) on|retires?|launch(?:es)? on|release (?:date|day)|goes live|
renewal|starts? on|birthday|exam is
""",
        r"""
到期|截止|期限|まで有効|締切|締め切り
""",
    ),
    "recurring": words(
        r"""
every (?:day|week|month|quarter|year|morning|evening|night|other|second|(?:{DAY})|\w+day)|
(?:on )?(?:{DAY}s)s|weekly|monthly|daily|yearly|annually|quarterly|once a (?:week|month|year)|
twice a \w+|(?:{DAY})(?:[–/-]| to|a|bis )(?:{DAY})|24/7|jeden \w+|jede \w+|monatlich|wöchentlich|
täglich|cada \w+|tod[oa]s? (?:os|as|o|a) \w+|às (?:segundas|terças|quartas|quintas|sextas)|ogni \w+|elke \w+|mensual(?:mente)?|trimestral|todos los \w+|al mes|chaque \w+|tous les \w+|mornings|
evenings|weekends?
""",
        r"""
毎[月週日年朝晩]|每[月周日年天週]|周末|週末
""",
    ),
}
