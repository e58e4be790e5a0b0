"""Marks in a statement's wording: that something changed, is supposed, asked, quoted, past, only or also so.

Patterns of general language (en, de, es, fr, zh, ja) over the folded text; no statement is judged here.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SOURCES: dict[str, str] = {
    "correction": r"\bno,|\bno wait\b|\bcorrection\b|\bactually\b(?! \w+ing\b)|\bmisread\b|\bmistyped\b|\bi was wrong\b|\bnot true\b|"
    r"\bscratch that\b|\bsorry\b|\bi meant\b|\bkorrektur\b|\bstimmt nicht\b|\bdoch nicht\b|\bmoment\b,|\bperd[oó]n\b|"
    r"\ben realidad\b|\bcorrecci[oó]n\b|\ben fait\b|\bnon,|更正|不对|訂正|間違い|\brather\b, it|\boops\b|\bmy mistake\b|\b(?:mix|mixed)[ -](?:it |them |this |that )?up\b|"
    r"\brecount\w*\b|\brecalculated\b|\bput (?:us|me) right\b|\bforget what (?:i|we)\b|\bi (?:had|got) (?:it|that|this) wrong\b|\bmisheard\b",
    "no_longer": r"\bno longer\b|\bnot any ?(?:more|longer)\b|\bany ?(?:more|longer)\b|\bno more\b(?! than)|\bnicht mehr\b(?! als)|\bkeine? \w+ mehr\b|"
    r"\bya no\b|\bne \w+ plus\b|\bn'\w+ plus\b|\bplus de\b(?! \d)|\bdej[oaóé]\w*\b|\bnot .{1,25} any\b|不再|停用|もう|やめ|廃止",
    "switched": r"\bswitch(?:ed|es|ing)\b|(?<!on )(?<!the )(?<!a )\bswitch\b|\bmoved\b|\bmigrat\w+\b|\breplac\w+\b|\bcut ?over\b|\bconverted?\b|\bported\b|"
    r"\bturned\b.{0,40}\binto\b|\bchang(?:ed|es)\b|\brenamed?\b|\bpointed\b|\btransferred\b|\bshifted\b|\bwent over\b|"
    r"\bumgestellt\b|\bgewechselt\b|\bumgezogen\b|\bgezogen\b|\bersetzt\b|\bverlegt\b|\bverschoben\b|\bwechsel\w*\b|"
    r"\bcambi\w+\b|\bmud\w+\b|\bpas(?:a|ó|amos|o) a\b|\bsustitu\w+\b|\bpassé\w* (?:à|a|au|en)\b|\bremplac\w+\b|\bdéménag\w+\b|"
    r"\bmigré\b|换到|换成|改为|改成|搬到|迁移|変更|移行|引っ越|切り替|に変わ|延期",
    "amount": r"\bbump\w*\b|\bupped\b|\braised?\b|\blower(?:ed)\b|\bincreas(?:ed)\b|\breduc(?:ed)\b|\bupgrad\w+\b|\bdowngrad\w+\b|\bcut\b.{0,20}\bto\b|"
    r"\bcut\b.{0,15}\bdown\b|\btightened\b|\bloosened\b|\bwent up\b|\bwent down\b|\bextended\b|\bshortened\b|\bdoubled\b|\bhalved\b|"
    r"\bexpanded\b|\bshrunk\b|\bup(?:ped)? to\b.{0,12}\bfrom\b|\bamended\b|\bgot the raise\b|\berhöht\b|\bgesenkt\b|\bsub[eoió]\w*\b|"
    r"\bbaj[oóa]\b|\baugment\w+\b|\bbaiss\w+\b|\bdropped to\b|\brolled back\b|\breverted\b|\bupdated\b|上调|下调|提高|降低|値上げ",
    "ended": r"\bdropp?ed\b|\bremoved\b|\bgone\b|\bis dead\b|\bdead\b|\bquit\b|(?<!\ba )(?<!\bthe )\bretired\b|\bsold\b|\bcancell?ed\b|\babolished\b|\bscrapped\b|"
    r"\bripped out\b|\bsunset\b|\bdecommissioned\b|\bshut down\b|\bdiscontinued\b|\bkilled\b|\bdiscarded\b|\blifted\b|\bended\b|"
    r"\bstopped\b|\bgave up\b|\bdeprecated\b|\bis out\b|\bleft (?:the|us|in)\b|\bdeleted\b|\bterminated\b|\bexpired\b|\bditched\b|"
    r"\bgot rid\b|\bsolved\b|\babgeschafft\b|\bgekündigt\b|\bweg\b|\bse fue\b|\bparti[e]?\b|\bsupprim\w+\b|\barrêt\w+\b|\bcancela\w*\b|\bde baja\b|\beingestellt\b|\brésili\w+\b|取消|下线|終了",
    "overruled": r"\b(?:replac\w+|overrid\w+|supersed\w+|instead of|lifts?|lifted) (?:the|our|my|that) (?:old|former|previous|earlier)\b|"
    r"\b(?:ersetzt|statt) (?:die|der|den|das) (?:alte|bisherige|frühere)\w*|\b(?:sustituye|reemplaza) (?:a )?la (?:vieja|antigua)\b|"
    r"\bremplace l'ancien\w*",
    "moved_time": r"\bpostponed\b|\bresched\w+\b|\bdelayed\b|\bbrought forward\b|\bpushed (?:back|to)\b|\bmoved to\b|\bslipped\b|"
    r"\brenewed\b|\bverschoben\b|\baplazad\w+\b|\breport[ée]\w*\b|延期|推迟|改期",
    "now": r"\bnow\b|\bnew [\w ]{1,25}:|\bnuev[oa]s? [\w ]{1,25}:|\bneue[rsn]? [\w ]{1,25}:|\bnouve\w+ [\w ]{1,25} ?:|\bthese days\b|\bnowadays\b|\bas of\b|\bfrom now\b|\bstarting\b|\beffective\b|\bnew(?:ly)?\b.{0,20}\b(?:is|hours|rule|number|address)\b|"
    r"\bjetzt\b|\bab sofort\b|\bab (?:jetzt|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b|\bneuerdings\b|\bnunmehr\b|"
    r"\bahora\b|\bdesde hoy\b|\ba partir d\w+\b|\bdésormais\b|\bmaintenant\b|\bdorénavant\b|现在|现已|今は|これから|今後|より\b|起\b|\bfrom \w+ on(?:wards?)?\b|\btrying\b.{0,30}\bfrom now\b",
    "since": r"\bsince\b|\bseit\b|\bdesde\b|\bdepuis\b|\bafter the\b|\bafter last\b|\blast (?:week|night|month|friday|monday)\b|\bthis week\b|\byesterday\b|"
    r"\bthis (?:sprint|month)\b|\bseit\b|上个月|上周|先月|先週|以来",
    "became": r"\bgot\b|\bbecame\b|\bbecomes\b|\bis back\b|\bback (?:at|in|to)\b|\bmade\b|\bstarted at\b|\bpicked up\b|\bagain\b|\bsettled\b|"
    r"\baccepted\b|\bapproved\b|\bclosed as\b|\bdelivered\b|\bmerged\b|\breleased\b|\brolled out\b|\bis live\b|\bcleared\b|\bturned \d+\b|"
    r"\bjoined\b|\bpromoted\b|\bgot married\b|\bfinished\b|\bcompleted?\b|\bdone\b|\bhas been\b|\bwas (?:renamed|removed|converted|moved)\b|"
    r"\bwurde\b|\bist nach\b|\bgeworden\b|になった",
    "handover": r"\b(?:took|taken|takes|taking) over\b|\bhand(?:ed|s) (?:it |them |that )?(?:over|on|to|in)\b|\bpassed (?:it |them )?(?:on )?to\b|\binherited\b|\bsucceed(?:s|ed)\b|"
    r"\bsuccessor\b|\bstepp(?:ed|ing) (?:down|in|up|back)\b|\bappointed\b|\belected\b|\bfilled by\b|\bin (?:his|her|their) place\b|\bassigned to\b|\breassigned\b|"
    r"\bour new\b|\bnew (?:owner|lead|boss|manager|landlord|vet|doctor|dentist|teacher|supplier|provider|home|contact|maintainer)\b|\bübernimmt\b|\bübernommen\b|\bübernahm\b|"
    r"\bse encarga\b|\basum\w+\b|\breprend\b|\brepris\w*\b|接手|接任|接替|引き継",
    "put_away": r"\barchived\b|\bfrozen\b|\buninstall\w*\b|\b(?:switched|turned|taken|took|torn|tore|thrown|threw|pulled|pull|took it|cut|called|written|signed|laid|let|phased|closed|shut|pushed|given|gave|kicked|moved) "
    r"(?:\w+ ){0,3}?(?:off|out|down|away|up)\b|\bunplugged\b|\byanked\b|\bdissolved\b|\bdisbanded\b|\bwithdr[ae]wn?\b|\bwithdrew\b|\brevoked\b|\brepealed\b|\bwaived\b|\blapsed\b|"
    r"\bran out\b|\bgave notice\b|\bgave (?:it |that |them )?up\b|\breturned\b|\bdied\b|\bpassed away\b|\bbroke up\b|\bsplit up\b|\bdivorced\b|\bseparated\b|\bweaned\b|\bgraduated\b|"
    r"\bresigned\b|\blaid off\b|\bis off\b|\bare off\b|\bfell through\b|\bbehind (?:us|me|him|her|them)\b|\bis history\b|\bis over\b|\bthing of the past\b|\bwithout a\b.{0,20}\bnow\b|"
    r"\b(?:is|are|was|were|been|got) (?:\w+ )?(?:closed|abandoned|disabled|scrapped|revoked|suspended|paused)\b|\baufgelöst\b|\baufgegeben\b|\bausgebaut\b|\bverkauft\b|\bvendi\w*\b|\bretir[aóé]\w*\b|\bvendu\w*\b|"
    r"退役|卖掉|关闭|取消|解散|手放",
    "as_from": r"\bfrom (?:today|tomorrow|tonight|this|next|here|then|\w+day|january|february|march|april|may|june|july|august|september|october|november|december)\b|"
    r"\bfrom \w+ (?:\d[\w.]*|the \w+)(?: on(?:wards?)?)?\b|\bsince (?:today|yesterday|monday|tuesday|wednesday|thursday|friday|then|this|last|the)\b|\buntil further notice\b|\bfor the time being\b|"
    r"\bfor now\b|\bby now\b|\bat last\b|\bfinally\b|\bin the end\b|\bafter all\b|\bended up\b|\bturn(?:s|ed) out\b|\bmeanwhile\b|\bthis (?:season|term|year|summer|winter|spring|autumn|morning)\b|"
    r"\bab (?:heute|morgen|dieser|diesem|nächster)\b|\binzwischen\b|\bendlich\b|\bbis auf weiteres\b|\bpor fin\b|\bde momento\b|\benfin\b|\bpour l'instant\b|已经|从今|年初|目前",
    "remade": r"\breloca\w+\b|\brehomed\b|\bredirect\w*\b|\brebrand\w*\b|\brewr(?:ote|itten)\b|\brebuilt\b|\brework\w*\b|\bredone\b|\brepainted\b|\bswapp?ed\b|\btraded\b|\bexchanged\b|"
    r"\bconsolidated\b|\bmerged into\b|\bsplit into\b|\bfolded into\b|\bextracted\b|\bimported\b|\bflashed\b|\bpatched\b|\binstalled\b|\bintroduced\b|\badopted\b|\brolled (?:out|back|over)\b|"
    r"\bwent (?:live|back|over to)\b|\bgoes (?:live|back)\b|\bback (?:on|to|at|in|under|with)\b|\breverted\b|\breset\b|\bundone\b|\bgrew to\b|\bshrank\b|\bclimbed\b|\bfell to\b|\brose\b|"
    r"\bprolonged\b|\brejoined\b|\breinstated\b|\breintroduced\b|\brerouted\b|\brevised\b|\bredesigned\b|\bscaled (?:up|down|back|out)\b|\bstruck from\b|"
    r"\bdown to\b|\brepaired\b|\bgot fixed\b|\bhealed\b|\brecovered\b|\brebooked\b|\brearranged\b|\bmoved (?:up|in|out|back)\b|\bput (?:off|back)\b|迁到|搬去|改用|换了|恢复|改到|戻",
    "settled": r"\bpolicy (?:update|change)\b|\bupdate:|\bchange of (?:plan|mind)\b|\bchanged (?:our|my|his|her|their) minds?\b|\bdebate\b|\bvoted\b|\bthe vote\b|\bdecided\b|\bagreed\b|\bwent with\b|"
    r"\bopted\b|\bchose\b|\bpicked\b|\bsettled on\b|\bnew (?:rule|policy|plan|deal|contract|number|address|price|rate|limit|default|date|time|schedule|version)\b|\beinigt\w*\b|\bbeschlossen\b|\bdecidi\w*\b|\bdécidé\w*\b|决定",
    "instead": r"\binstead of\b|\brather than\b|\bnot .{1,20}, but\b|n't (?!only\b|just\b)\S{1,12} but\b|\bstatt\b|\ben lugar de\b|\ben vez de\b|\bau lieu de\b|而不是|ではなく",
    "hypothetical": r"\bsuppose\b|\b(?:i|we|he|she|they|you)'d (?:like|love|have to|need|want|rather|prefer|move|go|use|switch|take)\b|\bimagine\b|\bif (?:we|you|i|the|it|this|they)\b.{0,40}\b(?:were|was|would|ever|had)\b|\bwould\b|^were\b.{0,20}, the\b|\bshould the\b.{0,30}\bever\b|"
    r"\bshould \w+ ever\b|\bin case\b|\bwhat if\b|\bhypothetical\w*\b|\bcould (?:be|switch|move|use|also)\b|\bmight\b|\bmaybe\b|\bperhaps\b|\bfalls (?:der|die|das|wir|ich|es|du|sie|man|ein\w*)\b|\bwürde\w*\b|\bkönnte\b|"
    r"\bsi (?:fuera|tuvi\w+|hubiera)\b|\bquiz[aá]s?\b|\bserait\b|\bpeut-être\b|如果|要是|もし|たら\b|かもしれ",
    "plan": r"\bplan(?:ned|ning|s)?\b(?! costs?)|\bwill\b(?! (?:not|never|hardly|no longer|only)\b)|(?<!\bon )(?<!\blike )\bgoing to\b(?! (?:the|an?|his|her|their|my|our|its|school|bed|church)\b)|\bconsider(?:ing|s)?\b|\bthinking (?:of|about)\b|\btrying out\b|\bpilot\b|\bevaluat\w+\b|\bproposal\b|\bproposed\b|"
    r"\bnext (?:\w+ )?(?:year|season|term|semester|quarter)\b|\bby (?:december|the end|20\d\d|next)\b|\bin 20(?:2[7-9]|3\d)\b|\bis moving to\b|\bare moving to\b|\bwants? to\b|\bidea\b|\bsomeday\b|\bone day\b|\broadmap\b|\bintend\w*\b|"
    r"\bdecided: .{0,20}\bwill\b|\bhop(?:es?|ing) to\b|\bin (?:two|three|four|five|a few|some) (?:years|months)\b|\bsome day\b|\bgeplant\b|\bplan\w* zu\b|\büberleg\w+\b|\bplanea\w*\b|\bpensando\b|\bprévu\b|\benvisag\w+\b|计划|打算|考虑|検討|予定|来年|明年",
    "question": r"\?\s*$|\?\s(?!(?:[^\s?]+\s*){1,6}$)|(?-i:\bTODO\b)|\bfind out\b|\bneed to check\b|\bto be checked\b|\bwhether\b|\bunclear\b|\bnot sure\b|\bask if\b|\bob\b .{0,40}\bist\b|吗|ですか|か\?",
    "quoted": r"\baccording to\b|\bclaims?\b|\bclaimed\b|\bjok(?:e|es|ed|ing)\b|\bsays?:|\bsaid\b|\bwrote\b.{0,12}[\"“]|\bblog post\b|\breview(?:er)?(?:'s)? .{0,25}(?:says|moans|complains|calls|claims)\b|\bforum\b|\bcomplain\w*\b|\bmoans?\b|\bin a (?:dream|novel|film|story|joke)\b|\bjokingly\b|\bpretend\w*\b|\bbelieves?\b|\bthinks?\b|\brumou?rs?\b|\balleged\w*\b|\boutdated\b|\barticle\b|\bheard\b(?! from\b)|\bquoted\b|\bquoting\b|"
    r"\blaut\b|\bangeblich\b|\bsegún\b|\bselon\b|据说|らしい|によると",
    "history": r"\bused to\b|\bback in\b|\bformerly\b|\bpreviously\b|\bin the past\b|\boriginally\b|\bonce was\b|\bwas (?:on|in|at|called)\b|\bback then\b|\bgrew up\b|\buntil (?:19|20)\d\d\b|\bearlier\b|"
    r"\bin (?:19|20[01])\d\b|\bin 202[0-4]\b|\bfrüher\b|\bdamals\b|\behemals\b|\bantes\b|\bsolía\b|\bautrefois\b|\bavant\b|以前|曾经|かつて|昔",
    "also": r"\balso\b|\btoo\b(?! \w)|\bas well\b|\badditionally\b|\bin addition\b|\bplus\b (?!de)|\bauch\b|\baußerdem\b|\bzusätzlich\b|\btambién\b|\bademás\b|\baussi\b|\bégalement\b|也|还|も(?=[^う])|\bbesides\b|\beven (?:the|for)\b",
    "only": r"\bonly\b|\bsole(?:ly)?\b|\bexclusive(?:ly)?\b|\balone\b|\bjust\b|\bnothing (?:else|but|besides|except)\b|\bnobody (?:else|but|except)\b|\bno one (?:else|but|except)\b|\bnowhere else\b|\bnur\b|\bausschließlich\b|"
    r"\bsolo\b|\bsólo\b|\bsolamente\b|\búnic\w+\b|\bseul\w*\b|\buniquement\b|只|仅|だけ|のみ|しか|\band nothing else\b",
    "not_only": r"\bnot only\b|\bn[o']t only\b|\bdoesn'?t only\b|\bnot just\b|\bnicht nur\b|\bno solo\b|\bno sólo\b|\bpas seulement\b|不仅|だけでなく",
    "all": r"\ball\b|\bevery(?:one|body|where|thing)?\b|\beach\b|\bany\b|\bwhole\b|\bentire\b|\bboth\b|\balle[rsnm]?\b|\bjede\w*\b|\btod[oa]s?\b|\btou(?:s|te|tes|t)\b|所有|全部|すべて|全て",
    "none": r"\bnone\b|\bnobody\b|\bno one\b|\bneither\b|\bnowhere\b|\bnot a single\b|\bkeine?r?\b|\bniemand\b|\bnadie\b|\bninguno?\b|\baucun\w*\b|\bpersonne\b|没有人|誰も",
    "at_most": r"\bat most\b|\bup to\b|\bmax(?:imum)?\b|\bno more than\b|\bwithin\b|\bunder\b|\bbelow\b|\bhöchstens\b|\bmaximal\b|\bcomo máximo\b|\bau plus\b|最多|以内",
    "at_least": r"\bat least\b|\bmin(?:imum)?\b|\bor more\b|\bupward\b|\bmindestens\b|\bal menos\b|\bau moins\b|至少|以上",
    "reason": r"\bbecause\b|\bsince\b|\bso that\b|\bdue to\b|\bas (?:we|the|it|they)\b|\bthat's why\b|\bfor (?:legal|tax|compliance) \b|\bweil\b|\bwegen\b|\bda \b|\bporque\b|\bdebido\b|\bparce\b|\bcar\b l|\bà cause\b|因为|ので|ため|だから|\breason\b",
    "exception": r"\bexcept\b|\bunless\b|\bthough\b|\bbut\b|\bapart from\b|\bhowever\b|\balthough\b|\bother than\b|\baußer\b|\baber\b|\bsalvo\b|\bexcepto\b|\bpero\b|\bsauf\b|\bmais\b|除了|但|ただし|以外",
    "vague": r"\bsome(?:one|body|where|how|times?|thing)?\b|\ban? (?:agency|firm|company|dog|cat|vendor|tool|partner)\b|\bsomewhere\b|\bseveral\b|\ba few\b|\bfrom time to time\b|\bat least\b|\babout\b|\bjemand\b|\balgui?en\b|\bquelqu'un\b",
    "prefer": r"\bprefer\w*\b|\bfavou?rite\b|\blikes?\b|\bwants?\b|\bloves?\b|\bbevorzug\w*\b|\bprefiere\b|\bpréfère\b",
    "must": r"\bmust\b|\bneeds? to\b|\bhas to\b|\bhave to\b|\brequired?\b|\bmandatory\b|\balways\b|\bmuss\b|\bmüssen\b|\bdebe\b|\bdoit\b|\bil faut\b|必须|必ず|なければ",
    "may": r"\bmay\b|\bcan\b|\ballowed\b|\bpermitted\b|\bable to\b|\bok\b|\bfine\b|\bwelcome\b|\bdarf\b|\bkann\b|\bpuede\b|\bpeut\b|可以|ても?いい|\bsupported\b",
    "immutable": r"\bborn\b|\bbirth\w*\b|\bfounded\b|\bsince (?:19|20)\d\d\b(?!-\d)|\bcaused?\b|\broot cause\b|\boutage\b|\binvoice #?\d|\btotals?\b|\bblood (?:type|group)\b|\bsiblings?\b|\bcousins?\b|\bsister\b|"
    r"\bbrother\b|\bparents?\b|\bneutered\b|\bintact\b|\bsupports? only in\b|\bwas (?:written|built|bought|signed|invented)\b|\bgot worse\b|\bshorter\b|\bgeboren\b|\bgeburts\w+\b|\bnaci\w+\b|\bnée?\b|\bnaissance\b|"
    r"出生|生まれ|誕生|血液型|\bduring the\b|\blast (?:year|summer|winter)\b|\bin 20[01]\d\b|\byears in business\b|\bdied\b|\bheight\b|\bnative\b|\bprotocol\b|\bspec\b|"
    r"\btwins\b|\btwin (?:brother|sister)|\b(?:left|right)-hand\w*\b|\bmother tongue\b|\bmonolingual\b|\bhoneymoon\b|\banniversary\b|\b(?:older|younger|elder) than (?!\d|an?\b|one\b|two\b|six\b|twelve\b)|\bRFC ?\d+",
    "event": r"\bmeeting on\b|\bran \d|\bfailed\b|\bwent through\b|\boutage\b|\bload test\b|\bhad \d+\b|\binvoice for\b|\bdeploy #\d|\bblood pressure\b|\bbp\b|\bincident\b|\bplaytest\b|\bmeasured\b|\battendees\b|\bweek of\b",
    "multi": r"\ballerg\w+\b|\bspeaks?\b|\blikes?\b|\benjoys?\b|\bloves?\b|\binto\b|\baccepts?\b|\bowns?\b|\bhas an?\b|\bhobb\w+\b|\bfavou?rites? \w+s\b|\bknows\b|\bplays?\b|喜欢|好き|\bdiagnos\w+\b|\btakes\b(?! place)|\bmembers?\b",
    "contrast_pref": r"\bonly\b|\balways\b|\bnever\b",
    "confirm": r"\bstill\b|\bas before\b|\bunchanged\b|\bremains?\b|\bnoch\b|\bsigue\b|\btoujours\b|\bso far\b|\bas promised\b|\bagain\b|依然|まだ",
}  # fmt: skip
_PATTERNS = {name: re.compile(source, re.IGNORECASE) for name, source in _SOURCES.items()}
NAMES = tuple(_PATTERNS)
_START = re.compile(r"\\b([a-zà-ÿ]{2})(?![?*{|])")
_WORD_START = re.compile(r"\b\w\w")


def _alternatives(source: str) -> list[str]:
    """A pattern's alternatives at its outermost level."""
    found, depth, start = [], 0, 0
    for at, sign in enumerate(source):
        if source[at - 1 : at] != "\\" or source[at - 2 : at] == "\\\\":
            depth += (sign in "([") - (sign in ")]")
            if sign == "|" and depth == 0:
                found.append(source[start:at])
                start = at + 1
    return [*found, source[start:]]


def _indexed() -> tuple[dict[str, tuple[tuple[str, re.Pattern[str]], ...]], tuple[tuple[str, re.Pattern[str]], ...]]:
    """Alternatives by the two letters they start with, so that a text is searched only for those it can hold."""
    by_start: dict[str, dict[str, list[str]]] = {}
    for name, source in _SOURCES.items():
        for one in _alternatives(source):
            start = _START.match(one)
            by_start.setdefault(start[1] if start else "", {}).setdefault(name, []).append(one)
    compiled = {
        start: tuple((name, re.compile("|".join(ones), re.IGNORECASE)) for name, ones in names.items())
        for start, names in by_start.items()
    }
    return compiled, compiled.pop("", ())


_BY_START, _ALWAYS = _indexed()
_THING = r"(?:(?:the|our|my|using|old|former|el|la|den|die|das|le)\s+){0,2}[\w`@#./][\w.`@/#°€$%'-]*(?:\s+(?!(?:and|but|so|we|to|is|are|with|by|for|in|at|on|from|into|und|mit|durch|y|con|por|desde|et|par)\b)[\w`@#][\w.`@/#°€$%'-]*){0,MORE}"
_GOES = (
    r"(?<!\d )(?<!% )(?<!%)(?<!the )(?<!are )(?<!is )(?<!was )(?<!be )(?<!to )(?<!upper )(?<!lower )(?<!turn )(?<![-\w])left(?!-)"
    r"(?! an? (?!(?:\w+ ){0,2}(?:job|post|company|firm|position|role|team|band|club|school|group|party|marriage|bank|startup|start-up|office|agency)\b))(?! (?:are|is|was|were|will|by|him|them|us|me|her(?= *(?:[.,;]|$|the |an? |with |for |to |on ))|to|over|behind|hand|side|of|open|ajar|out|on|at|corner|ear|eye|foot|leg|arm"
    r"|knee|shoulder|door|wall|lane)\b)"
)
_LEFT = (
    r"(?:replac(?:ed|es|ing)|superse(?:des|ded)|overrid(?:es|den)|dropped|sold|ditched|removed|retired|cancell?ed|stopped|quit|abandoned|traded"
    r"|swapped)(?!\s+(?:to|by|at|for|from|with|into|in|on|during|since|last|after|because|when|until)\b)|traded in|"
    r"instead of|in place of|no longer|gave up|got rid of|done with|goodbye|away from|"
    rf"{_GOES}|switched off|turned off|unlike|dej(?:o|é|ó|a|amos)(?: de)?|abandon(?:o|é|amos)|weg von|"
    r"statt|anstelle von|nicht mehr|abgeschafft|gekündigt|au lieu d[eu]|abandonn\w+|quitté|en vez de|en lugar de|ya no"
)
_MOVES = (
    r"(?:switch|mov|migrat|chang|went|rais|lower|upgrad|bump|cut|shift|renam|reduc|increas|extend|shorten|cambi|pas[aeoó]|"
    r"wechsel|gewechselt|umgestellt|umgestiegen|erhöht|gesenkt)\w*"
)
_GONE = (
    r"gone|dead|history|obsolete|replaced|converted|not read|ripped|no more|off the table|out\b(?! of)|raus|vorbei|weg(?!\w)|"
    r"over(?=\s*(?:[,.;!]|$|and\b|since\b))|too [a-z]+(?=\s*(?:[,.;!]|$|for\b|says\b|said\b|and\b))|abgelöst"
)
_LEAVES = (
    rf"removed|cancell?ed|retired|{_GOES}|quit|dropped|deleted|abolished|discontinued|stopped|ended|deprecated|decommissioned|"
    r"closed down|shut down|switched off|turned off|went (?:bankrupt|bust|out of business)|se acab\w+|se fue|ya no|est parti\w*|eingestellt|abgeschafft|gekündigt"
)
_AUX = r"(?:is|are|was|were|has|have|been|contract|variant|template|the|got|gets|ist|sind|wurde|war|está|es|est)"
_FAILS = r"won't do|(?:isn't|aren't|is not|are not) (?:enough|used|needed|in use|supported|valid)|(?:doesn't|don't|does not|do not) (?:work|exist|apply|hold|count)"
_OLD = (
    re.compile(rf"(?<!\w)(?:{_LEFT})\s+({_THING.replace('MORE', '2')})", re.IGNORECASE),
    re.compile(rf"\b{_MOVES}\b[^.;]{{0,40}}?\b(?:from|von|de)\s+({_THING.replace('MORE', '1')})", re.IGNORECASE),
    re.compile(rf"\bfrom\s+({_THING.replace('MORE', '1')})(?<!\b(?:amounts|belongs))(?<!\b(?:comes|leads|links|opens))(?<!\b(?:goes|runs|adds))\s+(?:to|over to|→|->)\s", re.IGNORECASE),
    re.compile(rf"\b(?:(?:took|takes|taken|taking) over|inherited|übernahm|übernimmt|übernommen)\b[^.;]{{0,40}}?\b(?:from|von)\s+({_THING.replace('MORE', '1')})",
               re.IGNORECASE),
    re.compile(rf"\b(?:not|nicht|kein|no)\s+(?!only\b|just\b|nur\b|one but\b)({_THING.replace('MORE', '1')})(?=\s*(?:[,;–—]| but\b| anymore| any more| sondern\b| sino\b))",
               re.IGNORECASE),
    re.compile(rf"\b(?:moved|migrated|switched|took|taken)\b[^.;]{{0,40}}?(?<!\bday )(?<!\bdays )(?<!\bweek )(?<!\btime )(?<!\bmorning )(?<!\bafternoon )\b(?:off|out of)\s+({_THING.replace('MORE', '0')})", re.IGNORECASE),
    re.compile(r"((?<![\w`/~.-])(?:`[^`]+`|[/~][\w./~-]+|\d[\w.]*))\s+(?:became|was renamed to)\s+(?=[`/~\d])", re.IGNORECASE),
    re.compile(rf"n't\s+(?!only\b|just\b)({_THING.replace('MORE', '1')})\s+but\s+(?=[\d`@#€$£]|(?-i:[A-Z]))", re.IGNORECASE),
    re.compile(rf"(?:n't|\bnot|\bnever)\s+(?:\w+\s+){{0,2}}?({_THING.replace('MORE', '1')})\s+any ?(?:more|longer)\b", re.IGNORECASE),
    re.compile(rf"(?<![\w.`@/#°€$%'-])({_THING.replace('MORE', '1')})\s+(?:{_FAILS}) any ?(?:more|longer)\b", re.IGNORECASE),
    re.compile(rf"((?<![\w`@#./])[\w`@#./][\w.`@/#°-]*(?:\s+[\w`@#][\w.`@/#°-]*)?)\s+(?:(?:{_AUX}\s+){{1,4}}(?:{_GONE})|(?:{_AUX}\s+){{0,4}}(?:{_LEAVES})(?!\s+to\b))",
               re.IGNORECASE),
)  # fmt: skip


_HABIT = re.compile(
    r"\b(?:is|are|gets?|be) (?:\w+ly )?(?!(?:retired|married|banned|dropped|closed)\b)\w{2,}(?:ed|wn|cut)(?= (?:\w+ly )?(?:(?:every|each) (?:\w+ )?(?:\d[\d.,]* \w+"
    r"|time|hours?|days?|nights?|weeks?|months?|quarters?|years?|terms?|seasons?|\w+day|spring|summer|autumn|winter)|once an?|twice an?|(?:two|three|four) times an?"
    r"|(?:daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)(?= *(?:[.,;]|$|at\b|on\b|in\b)))\b)",
    re.IGNORECASE,
)


def _settled(text: str) -> str:
    """The text, as long as before, without the verbs of what is done again and again."""
    return _HABIT.sub(lambda found: "is so".ljust(len(found[0])), text)


@lru_cache(maxsize=32768)
def cues(text: str) -> frozenset[str]:
    """The names of the marks found in a text; what is done again and again ("is replaced every year") is no change."""
    text = _settled(text)
    found = {name for name, pattern in _ALWAYS if pattern.search(text)}
    for start in set(_WORD_START.findall(text.lower())):
        for name, pattern in _BY_START.get(start, ()):
            if name not in found and pattern.search(text):
                found.add(name)
    return frozenset(found)


def old_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where a statement names a former state: after 'instead of' or 'no longer', before 'is gone'."""
    text = _settled(text)
    return tuple(m.span(1) for pattern in _OLD for m in pattern.finditer(text))


def found_words(text: str, names: tuple[str, ...]) -> str:
    """The first words in a text that carry one of the marks named, in the marks' order; "" where none do."""
    for name in names:
        match = _PATTERNS[name].search(text)
        if match:
            return match.group(0).strip(" ,.").lower()
    return ""
