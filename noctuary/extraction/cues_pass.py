"""The marks by which a passing, supposed or borrowed statement is told in six languages. Decides nothing.

Each name is one feature of `durable.features`; the strongest one found names the gate of a rejection.
"""

from __future__ import annotations

import re

from noctuary.extraction.cues_keep import folded, words

PASSING: dict[str, re.Pattern[str]] = {
    "right_now": words(
        r"""
right now|at the moment|currently|for the moment|at present|just now|a moment ago|back in \d+|
momentarily|in progress|so far|still|for now|temporarily|for a (?:minute|sec|bit)|yet|gerade|im moment|
momentan|noch|agora(?: mesmo)?|no momento|por enquanto|adesso|in questo momento|per ora|nu|op dit moment|voorlopig|ahora mismo|de momento|todavía|en ce moment|pour l'instant|encore
""",
        r"""
正在|目前|暂时|暫時|いまは|今は|今のところ|しています|中です
""",
    ),
    "today": words(
        r"""
today(?:'s)?|tonight|this (?:morning|afternoon|evening|week|weekend|time|month)|tomorrow|
yesterday(?:'s)?|last night(?:'s)?|last (?:week|month|{DAY})|an hour ago|earlier|soon|later|all day|
this (?:one|commit|file|answer|pr|branch|task|case|session|change)|next (?:week|month|{DAY})|
by (?:{DAY})|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|heute|gestern|morgen|
diese woche|gleich|nachher|vorhin|hoje|ontem|amanhã|oggi|ieri|domani|vandaag|gisteren|hoy|ayer|mañana|esta (?:tarde|mañana|noche|semana)|luego|aujourd'hui|
hier|demain|ce (?:matin|soir)|cette (?:semaine|nuit)
""",
        r"""
今天|昨天|明天|今晚|下午|上午|今日|昨日|明日|今朝|今夜|さっき
""",
    ),
    "this_once": words(
        r"""
this time(?: only)?|just (?:this )?once|just for (?:this|now|today)|in this (?:answer|file|reply|
message|email|one|case|pr|commit|function)|for this (?:one|commit|pr|file|task|answer|email|time|run|
page|branch|test)|only this|as an exception|diesmal|ausnahmsweise|für diese\w*|esta vez|por esta vez|
cette fois
""",
        r"""
这次|這次|今回(?:だけ|は)
""",
    ),
    "hedge": words(
        r"""
maybe|perhaps|might|probably|possibly|could|would(?: be)?|i'?d|it'?d|not sure|i think|i believe|
i thought|i don'?t think|i assume|i guess|i suppose|seems?(?: to)?|looks? like|apparently|one day|
some ?day|some time|sometime|or so|one option|another is|an option|if you wanted|roughly|presumably|
likely|may be|looks promising|vielleicht|evtl\.?|eventuell|könnte\w*|wäre|mal sehen|glaube|vermutlich|
wohl|talvez|acho que|parece|forse|credo che|misschien|ik denk|quizás?|tal vez|a lo mejor|podría\w*|creo que|peut-être|pourrait|je crois|on verra
""",
        r"""
也许|可能|或许|大概|再说|再說|吧$|かも|たぶん|多分|だろう|と思う|そう(?:だ|です)?$
""",
    ),
    "undecided": words(
        r"""
not (?:yet )?decided|undecided|not agreed|tbd|tba|tbc|to be (?:decided|confirmed|determined)|
open question|thinking (?:about|of)|considering|proposal|proposed|draft|pending|vote next|
think about it|let me think|need to ask|have to ask|first thoughts?|idea:?|brainstorm\w*|wondering|
debating|unclear|no (?:decision|outcome)|don'?t know(?: yet)?|not set in stone|on the fence|weighing|
noch offen|nicht entschieden|unentschieden|überlege\w*|offen|aún no|sin decidir|no sé|no se sabe|
pensando en|pendiente|ainda não|não decidid\w|não sei|non ancora|nog niet|pas encore|à voir|pas décidé|on ne sait pas|hésit\w+|probando
""",
        r"""
还没|還沒|未定|没决定|考虑|考慮|検討|迷って|決まってい?ない|\?\?\?
""",
    ),
    "suppose": folded(
        r"""
^(?:(?:and|but|so|y|well|ok)[, ]+)?(?:if|als|suppose|imagine|let'?s say|say we|assuming|what if|in case|
wenn|falls|angenommen|si|imagina|imagine que|supposons|如果|假如|假设|要是|もし|仮に)(?!\w)(?!.{4,40}(?::|, it's))|
for the sake of argument|hypothetically|for example|for instance|in the example|example (?:user|data|
value|config)|e\.g\.|as an example|zum beispiel|por ejemplo|par exemple|比如|例如|例えば|\bwould (?:we|you|it|
have)\b|\bif (?:we|i|it) (?:had|were|got|ever|could)\b|\bdevil's advocate\b|\bin theory\b
""",
    ),
    "quoted": folded(
        r"""
(?:^|\b)(?:\w+ ){0,4}(?:said|says|wrote|writes|told (?:me|us|them|him|her)|claims?|claimed|thinks?|
reckons?|according to|overheard|quoth|asked|tweeted|posted|comment(?:ed)? by|sagt|meint|schrieb|
behauptet|dice|dijo|escribió|dit|a écrit|prétend)\b|^>|说[:：,，]|說[:：]|と言っ|って言|\bjob ad\b|\barticle\b|
\bblog post\b|\bcompetitor\w*|\bforum\b|\btweet\b|\bthe book\b|\bpodcast\b|\bquote\b|\bcolleague\b|
\bneighbou?r'?s?\b|\bold agency\b|\bon the plane\b
""",
    ),
    "sarcasm": folded(
        r"""
🙄|😏|🤡|😒|;-?\)|(?:^|\s)/s\b|\byeah,? (?:right|sure|because)\b|\bas if\b|\btotally\b|^(?:oh )?(?:sure|
clearly|obviously|of course|wow|yeah|yay|brilliant|fantastic|oh great|great job)[,! ]|\boverrated\b|
\bgenius\b|\bjust (?:great|perfect|lovely|what i needed)\b|\blo+l\b|\bhaha\w*|\bjaja\w*|\brofl\b|
\blmao\b|\bxd\b|\bas always\.\.\.|\bthanks for nothing\b|\bwhat could go wrong\b|\bja klar\b|
\bna toll\b|\bclaro,? (?:que|claro)\b|\bno,? claro\b|\bbien sûr,|\bhaiku\b|哈哈|呵呵|\(笑\)|笑$|w{2,}$|
\bkidding\b|\bjoking\b|\bjoke\b|\bironic\w*
""",
    ),
    "ack": folded(
        r"""
^\W*(?:ok(?:ay)?|thanks?(?: you)?|thx|ty|merci|danke|gracias|perfect|great|cool|nice|yes|yep|yeah|sure|
lgtm|good|awesome|understood|got it|noted|done|sounds good|go ahead|continue|proceed|stop|hi|hello|hey|
bye|morning|perfecto|vale|genial|super|parfait|d'accord|absolutely|certainly|of course|
you're (?:welcome|right)|great question|alright|right|exactly|wow|lol|haha\w*|hmm+|hm|ah|oh|nope|sorry|
好的?|谢谢|謝謝|了解|ありがとう\w*|はい|ok go)\b
""",
    ),
    "progress": folded(
        r"""
^(?:i'?ll|i will|i'?m going to|let me|let's (?:dig|see|look|start|check)|now i|next,? i|now,? (?:let|i)|
first,? i|i'?m (?:now|currently )?\w+ing|i (?:am|was) \w+ing|ich (?:schaue|prüfe|werde|sehe|lese|mache|
starte)\b|voy a|estoy \w+ndo|je (?:vais|regarde|vérifie)|actualizo|ahora (?:voy|miro))\b|^(?:searching|
running|checking|looking|reading|building|updating|creating|starting|testing|fixing|adding|installing|
downloading|analy[sz]ing|reviewing|working|waiting|changing|reloading|removing|writing|implementing|
exploring|investigating|continuing|pushing|deploying|fetching|loading|processing)\b|を?実行|します。?$|しています|
ています…|我(?:来|先|现在)|正在
""",
    ),
    "worklog": folded(
        r"""
^(?:\W*\d+[.)] )?(?:what[ _](?:was[ _])?(?:changed|done|landed)|next[ _](?:steps?|actions?|up)|follow[ -]?ups?|commits?(?:[ _]hash)?|
(?:test|validation)[ _]evidence|files?[ _](?:changed|touched|created)|tests?(?: run)?|branch|pr|merged|verified by|owner|assignee|
model and environment|skills? used|agent|queue|elapsed|o que foi feito|pr[óo]ximos? passos?|pendências?|arquivos alterados|
modelo(?: e ambiente)?|skills acionadas|resultado(?: final)?|resumo|hecho|próximo paso|erledigt|nächste schritte|fait|
prochaine étape)\s*[:：]|\b[0-9a-f]{7,40}\b`? ?[-–—:\"]|^(?:commit|pushed|merged|rebased)\b|; (?:status|tests|owner|last action): 
""",
    ),
    "work_product": folded(
        r"""
\b(?:this|that|the|no|both|two|three|all|these|its|prior|previous|open|remaining) (?:[\w`/.-]+ ){0,2}(?:changes?|verdicts?|reviewers?|
patch(?:es)?|diffs?|rounds?|findings?|blockers?|revisions?|tranches?|slices?|attributions?|milestones?|receipts?|approvals?|
drafts?|audits?|follow-?ups?|acceptance|closeout|handoff|rework|regressions?)\b|\b(?:reviewer|verdict|finding|blocker)s?\b[^.]{0,30}\b(?:
accepted|closed|resolved|approved|rejected|withdrawn|confirmed|remains?|stands?)\b|
\b(?:this|that|prior|previous|last) review\b|^\W*(?:\w+ )?findings? ?[:：]
""",
    ),
    "changelog": folded(
        r"""
\bnow also\b|\bcan(?: \w+ly)? now\b|\bnow (?:optionally|explicitly|additionally)\b|\bnow (?:emits?|supports?|exposes?|
includes?|reports?|surfaces?|preserves?|reflects?|reads?|passes|renders?|handles?|tracks?|covers?|documents?|records?|
returns?|shows?|writes?|displays?|validates?|checks?|loads?|parses?|treats?|provides?|mirrors?|exports?|enforces?|produces?|prints?|rejects?|computes?|surfaces?|fails?|keeps?|builds?|links?|points?|has|have)\b|
\bso (?:that )?[\w ]{3,40} (?:no longer|can now|is now|are now)\b|\bagora (?:também|\w+[aem]\b)|\bahora también\b|\bjetzt auch\b|
\b(?:this|it) (?:closes|fixes|adds|removes|unblocks|completes|resolves)\b
""",
    ),
    "done_verb": folded(
        r"""
^(?:then |also |just |and )?(?!decid|agreed\b|need\b|based\b|shared\b|used\b|named\b|settled\b|allowed\b|required\b|
preferred\b|approved\b|limited\b|located\b|fixed (?:price|rule|fee|rate|cost)|indeed\b|learned\b|resolved to|closed on|
closed (?:mon|tue|wed|thu|fri|sat|sun)|[a-z]*(?:[sbrnwf]eed|speed)\b|(?:(?:em)?bed|(?:hund|infra|sac)?red|shed|sled)\b)[a-z]{2,}ed\b(?! to be\b)|
^(?:ran|wrote|made|built|kept|split|sent|began|got|did|took|put|landed)\b|
^(?!decidid|acordad|proibid|prohibid)[a-zãéíóúç]{3,}(?:ad[oa]s?|íd[oa]s?|id[oa]s?)\b(?= )|^(?:foi|foram|foi feit[oa])\b
""",
    ),
    "seen_error": folded(
        r"""
\bno such file\b|\bnot found\b|\bcannot (?:open|find|read|resolve)\b|\bundefined\b|\bthrows?\b|\bstack ?trace\b|\bcrashe[ds]\b|
\bi (?:can )?(?:still )?(?:see|get|got|notice|am (?:not )?(?:seeing|getting))\b|\bi'm (?:not )?(?:seeing|getting)\b|
\b(?:is|are|keeps?|still) failing\b|\bsame error\b|\bdoes(?:n't| not) (?:work|render|show|load|open|close|start)\b|\bwent wrong\b|
^(?:however|sometimes|for some reason|weird(?:ly)?|strange(?:ly)?|as i said)\b|\bwhen(?:ever)? i (?:click|open|reload|run|load|press|
save|start|type|try)\b|\bevery time i\b|\bon my machine\b|\bnão (?:funciona|abre|carrega)\b|\bcontinua sem\b
""",
    ),
    "record": folded(r"\b(?:first|second|third|\w+est) (?:\w+ )?since\b"),
    "feeling": folded(
        r"""
\bfe(?:lt|els?)\b|\bsatisf\w+\b|\bhonest(?:ly)?\b|\bthe best part\b|\bpleas(?:ed|ing|ure)\b|\bproud\b|\brelief\b|\bannoying\b|
\bwithout drama\b|\bsem (?:drama|novela)\b|\bsessão (?:boa|muito)\b|\bsensação\b|\bme senti\b|\balívio\b|\bfiquei\b|\bgostei\b|\bme sentí\b|
\bgefühl\b|\bje me sens\b|\bsensation\b
""",
    ),
    "report": folded(
        r"""
^(?:i(?:'ve| have)?(?: just| now| also)?|we(?:'ve| have)? (?:just )?|he|she)\s(?:fixed|added|sent|set|
completed|updated|removed|renamed|pushed|created|changed|found|checked|ran|tested|implemented|wrote|
installed|moved|committed|merged|opened|closed|drafted|finished|noted|decided to|made|refactored|
deleted|replaced|verified|reviewed|started|applied|saved|put|drafted|filled|got|went|met|had)\b|
^(?:fixed|added|updated|removed|created|implemented|committed|pushed|merged|completed|finished|deployed|
done|tested|verified|refactored|cleaned|worked|started|fixing|wrote|interviewed|went|ran|got|bought|
called|asked|met|sold|printed|talked|watched|imported|replaced|booked|sent|visited|attended|reviewed|
ordered|paid|cooked|lunch|coffee|shopping|rebooted?|restarted|upgraded|installed|printed)\b|^(?:llamé|
fui|hice|preparado|compré|vino|enviado|angerufen|war|gekauft|gemacht|appelé|acheté|terminé|allé)\b|
\bwas (?:great|fine|long|ok|good|fun|nice|boring)\b|\bwent (?:fine|smooth|well)\w*|\b(?:came|
showed up)\b,?|下午开|开了.{0,8}会|完成了|しました。?$|した。?$|\bsummary:|^(?:[\w'/-]+ ){1,4}(?:performed|applied|checked|verified|identified|integrated|completed|reviewed|updated|implemented|created|
tested|validated|confirmed|resolved|delivered|captured|logged|synced)(?: ?[:(|]|$)|\|[^|]{3,40}\b[a-z]{3,}ed\s*(?:\||$)
""",
    ),
    "diary": folded(
        r"""
(?:^|: )(?:não |no |também )?(?!decid|acord|combin|opt|usamos|temos|queremos|precis|\w*(?:frei|erei|[zpd]ei|wei|artei|atei|lei|bei)\b)\w{2,}(?:ei|amos|ámos|imos|emos|isti|eri)\b|^(?:i (?:have )?(?:also )?(?:kept|preferred|considered|chose|left|gave up|
did not|didn't|postponed|verified|checked|tried|ran|tested|noticed)|(?:did not|didn't) (?:insist|touch|change|create))\b|(?:^|: )(?:não )?(?:mantive|fiz|quis|pude|(?:escolh|defin|mex|abr|corrig|prefer|consegu|resolv|perceb|receb|decid|escrev|inclu|exclu|constru|reduz|traduz|produz|divid|respond|mov|promov|resum|sub|segu|ped)i)\b|^\d{1,2}[:.]\d\d\b(?! ?[–-])|
\b\d+(?:\.\d+)? ?km in\b|\bmood\b|\bsleep \d|\bfeeling\b|\btired\b|\bheadache\b|\b(?:bus|train|
flight) (?:is|was|are)?\b.{0,20}\b(?:late|delayed)\b|\bcall w/|\blunch\b|\bcoffee with\b|\bweather\b|
\brain(?:y|ing)?\b|\bhot day\b|\bquiet otherwise\b|\bnothing (?:special|new)\b|\bslept\b|\bkrank\b|
\bnichts neues\b|\bcafé con\b|\bviento\b|\bplaytest\b|\bsick\b|\bfever\b|\bback to normal\b|
\bpower cut\b|\bmissed call\b|\bpicked (?:him|her|them|up)\b|\bparcel\b|\bjust got\b|\b(?:nice|long|
slow|busy|good|bad) (?:day|week)\b|\bwent (?:to|for)\b|\bhappy\b|\bbored\b|\bhungry\b
""",
    ),
    "todo": folded(
        r"""
\[[ xX]\]|^(?:todo|to-do|fixme|pendiente|pending|待办|待辦|やること|à faire|offen|next steps?|action items?|
follow[- ]up)\b|待办|待辦|^(?:ask|call|email|ping|remind|buy|pick up|order|book|schedule|check|send|pay|
renew|fix|finish|review|look into|clean|return|cancel|try|test) 
""",
    ),
    "request": folded(
        r"""
^(?:(?:please|pls|now|then|ok|okay|and|also|so|great|can you|could you|would you|hey|bitte|por favor|
just|yes|right|thanks|good|cool|perfect|alright|next)[,.!]? )*(?:fix|add|create|write|make|build|run|
rerun|re-run|update|change|remove|delete|rename|move|refactor|implement|check|look|read|show|find|
search|translate|explain|summari[sz]e|review|test|deploy|commit|push|merge|open|close|install|generate|
convert|book|order|send|draft|reply|prepare|put|set|try|start|stop|help|list|give|tell|compare|clean|
format|print|download|upload|copy|analy[sz]e|investigate|debug|verify|continue|proceed|revert|undo|
apply|do|let's(?! (?:go|stick|stay) with\b)|go(?! with\b)|think|ensure|make sure|figure|describe|edit|replace|extract|split|sort|bump|upgrade|
configure|enable|disable|use|take|turn|plan|buy|cancel|schedule|save|suggest|propose|rewrite|simplify|
strengthen|refine|ship|spawn|iterate|calibrate|expose|trace|promote|reduce|align|finali[sz]e|publish|integrate|clarify|
improve|introduce|validate|monitor|polish|evaluate|consolidate|rework|fetch|wire|treat|reopen|rerun|document|cc|restart|kill|switch|insert|see|provide|perform|follow|handle|ask|wait|keep|bring|have|
assume|render|rebase|squash|tag|release|port|wrap|include|exclude|address|consider|confirm|don'?t worry|
schreibe?|mach|mache|ändere|füge|erstelle|prüfe|zeig|zeige|suche|lösche|buche|übersetze|schick|haz|crea|
cambia|escribe|prepara|busca|añade|borra|traduce|revisa|envía|manda|pon|actualiza|fais|crée|écris|
ajoute|change|vérifie|cherche|traduis|envoie|mets|supprime)\b(?! (?:is|are|takes?|has|needs?|runs?|must|
happens|goes|can|should|may|windows?|days?|times?|jobs?|users?|keys?|codes?|files?|rules?|date|port|
branch|pipeline|script|server)\b)|^(?:请|請|帮我|幫我|把|翻译|检查)|してください。?$|して。?$
""",
    ),
    "task_wish": folded(
        r"""
\b(?:i|we) (?:(?:also|just|really|now|then|still) )?(?:want|need|would like|'d like|
wanna)(?: you)? to\b|\bwe(?:'ll| will| also| will also) (?:also )?(?:need|want)\b|\bwe(?:'re| are) going to\b.*\b(?:soon|later|next|then|after)\b|
\byour task\b|\byou are an? \w+ (?:reviewer|engineer|expert|assistant|agent)\b|\bi(?:'d| would) like (?:you|to)\b|\bi need (?:a|an|the|you|some)\b|\bi want (?:a|
an|the|you|to see)\b|\bwe (?:also )?need (?:a|an|to)\b|\blet's\b(?! (?:go|stick|stay) with\b)|\bmake sure\b|\byou (?:need|have) to\b|
\bthe (?:button|function|page|test|method|component|field|dialog|header|menu|form)s? (?:should|must|
needs?)\b|^https?://|^for https?://|\bthis (?:pr|issue|branch|file|page|function|test|bug|feature|plan|
code|commit)\b
""",
    ),
    "bug_report": folded(
        r"""
^(?:there (?:is|are)|there's|i (?:get|see|have|got|noticed|found)|it (?:still|seems|looks|says|doesn't|
does not|isn't|shows)|the (?:error|failure|issue|problem|bug|output|screenshot|result|log|test|build)s?|
still|now (?:the|it|i)|what i|same )
""",
    ),
    "inner_question": folded(
        r"""
\b(?:what happens|is it because|can'?t (?:we|you|it)|do (?:we|you|i)|does (?:it|this|that)|should (?:we|
i|it|\w+\.\w+)|can (?:we|you|i)|could (?:we|you|i)|would (?:it|you|that)|why (?:is|do|did|are)|is there|
are there|how (?:do|does|to|can)|whether)\b
""",
    ),
    "status": folded(
        r"""
[✅❌🔄⏳🟢🔴🟡⚠✔☑🚧📊🎯🔥🚀💡📝]|^(?:status|next|action|issue|done|files?|commits?|git commit|timestamp|date|result|
progress|pending|blocked|blocker|running|tests?|summary|changes?|deployed|output|elapsed|session\w*|
started|stopped|completed|duration|total|count|lines|size|phase|step|stage|milestone|priority|time|
created|updated|last \w+|current \w+|purpose|key insight|insight|evidence|finding|conclusion|
observation|question|note to self|response|sent|received|verified|validated|candidate|learned from|
created by|author|generated|impact|risk|effort|why it matters|bottom line)\b[^:]{0,20}:|\b\d+ (?:passed|
failed|files? changed|insertions|deletions|errors?|warnings?|tests|commits|words|lines)\b|\bstatus:|
\bworking\b|\bcomplete\b|\b\d+/\d+\b|已完成|完成|已修复|待确认
""",
    ),
    "question": folded(
        r"""
[?？][^\w?？]*+$|^(?:what|who|whom|whose|which|where|when (?:is|are|do|does|did|will|can|was|should)|why|how|is|
are|am|was|were|do|does|did|can|could|should|shall|would|will|may|has|have|had|isn'?t|aren'?t|don'?t we|
doesn'?t|didn'?t|won'?t|any (?:idea|chance|news|update)|wer|wie|wo|warum|wann|wieso|welche[rsn]?|kannst|
können|soll|ist|hast|gibt es|qué|quién|cómo|cuándo|dónde|por qué|cuánto|cuál|puedes|est-ce que?|
qu'est-ce|comment|pourquoi|quand|où|qui|quel(?:le)?|peux-tu|combien)\b(?! (?:you|i|we) \w+[^?]*,)|^¿|
(?:吗|呢|么|嗎|ですか|ますか|かな)[?？。]?$|\b(?:was|is) it again\b
""",
    ),
    "general": folded(
        r"""
\bbest practice\b|\byou should (?:always|never)\b|\bit is (?:important|recommended|best|good|common|
possible)\b|\bgenerally\b|\btypically\b|\busually\b|\boften\b|\bin general\b|\bare important\b|
\bmeans?\b|\brefers to\b|\bis (?:called|known as|a (?:type|kind|way|common|technique|pattern))\b|
\bmakes sure\b|\ballows\b|\ba (?:balanced|good|mutex|closure)\b|^to \w+ an? \w+, 
""",
    ),
    "empty": folded(
        r"""
\bsee (?:whiteboard|above|below|attached|link)\b|\byou know what\b|\bwhere we always\b|\bthe usual\b|
\bas (?:usual|always|before|discussed)\b|\bsame as (?:before|last)\b|\bdon'?t worry\b|\bnever ?mind\b|
\blike (?:that|this|last time)\b|\bmakes sense\b|\bi'?ve noted\b|\bi'?ll (?:remember|keep|note)\b|
\bno problem\b
""",
    ),
    "figure": folded(
        r"""
\bi'd kill for\b|\bhaunted house\b|\bdrowning in\b|\blive in the terminal\b|\bdying (?:to|of)\b|
\ba million\b|\bis (?:a )?(?:hell|nightmare|mess|disaster|zoo|dream|joke|jungle|beast|monster)\b|
\bdriving me\b|\blike a \w+\b|\b(?:want|wanna) to (?:cry|scream|sleep|die)\b|\bdumpster fire\b|
\bspaghetti\b|\bworld's\b|\bforever\b
""",
    ),
}
