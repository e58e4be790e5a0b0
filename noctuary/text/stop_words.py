"""Words that tell little or nothing by themselves, words that deny, and stems no rule makes. Tables alone, no logic.

English, German, Spanish, French, Portuguese, Chinese and Japanese; folded, without accents, but for the negators.
"""

from __future__ import annotations

ENGLISH = frozenset(
    """a an the this that these those it its is are was were be been being am i we you he she they me us him them my
    our your his her their and or but if then than so as at by for from in into of on onto to with within per over
    under via near up down out about there here which who whom what whose when where how do does did done has have
    had having will would shall should can could may might must not no nor only also too very just still even more
    most much many some any each every all both own such same other another one ones s t d ll re ve m don doesn isn
    aren wasn weren won wouldn couldn shouldn didn hasn haven cannot let lets please ok okay yes well really quite
    dont doesnt isnt arent wasnt werent didnt hasnt havent cant wont shouldnt couldnt wouldnt mustnt neednt
    none nobody nothing neither nor never mr mrs ms prof herr frau after before else ever through longer anymore instead actually already""".split()
)
OTHERS = frozenset(
    """der die das ein eine einen einem einer des den dem und oder aber ist sind war wird werden wurde hat haben ich wir
    er sie es ihr uns mein meine unser unsere zu zum zur von vom mit auf am im in an bei nach aus fur uber um als wie
    auch nicht kein keine nur noch schon jetzt immer man sich da so ja nein ab seit
    el la los las un una unos unas y o pero es son era fue ser estar esta estan ha han yo nosotros su sus mi mis tu
    de del al en con por para sin sobre que como mas muy ya se lo le les no si tambien alli
    le la les l un une des et ou mais est sont etait a ont je nous il elle on vous ils du au aux dans sur pour par
    avec sans que qui ce cette ces c d n s y en ne pas plus aussi tres bien tout toutes tous toute
    nao sao em foi foram uma com pela ao aos isso isto esse essa voce ainda muito tambem nem seu sua
    の は が を に で と も へ から まで です ます する した して いる ある れる 的 是 在 了 和 有 我 我们 我們 们 也 都 就 把 被 这 那 个 吧""".split()
)
STOP = ENGLISH | OTHERS
GENERIC = frozenset(
    """use run get set make work go come take put keep want need thing stuff way part new old good bad big small
    default current currently now always never usually often time day week month year today first last next people
    someone somebody something somewhere anything everything everyone everybody team project repo
    system service app user note rule policy please decid agre say mean know see look like way kind sort lot bit
    per number value name call add have give goe via based place around since until without except because though
    start become stay remain happen allow must should again back away also side whole entire total full long short
    high low own ask tell try able possibl mai wil everywher here there done""".split()
)
NEGATORS = frozenset(
    """not no never none nobody nothing neither nor without cannot cant wont dont doesnt isnt arent wasnt werent didnt
    hasnt havent shouldnt couldnt wouldnt mustnt neednt aint hardly nicht kein keine keinen keiner keinem nie niemals
    ohne não nenhum nenhuma ninguém nunca jamas ningun ninguna ninguno nadie tampoco sin ne pas jamais aucun aucune rien sans n't
    unable refuse refuses forbidden banned prohibited verboten prohibido interdit lacks lack fails fail""".split()
)
IRREGULAR = {
    "bus": "bus", "gas": "gas", "news": "news", "dns": "dns", "https": "https", "aws": "aws", "ios": "ios",
    "always": "always", "was": "was", "has": "has", "does": "do", "goes": "go", "series": "series",
    "during": "during", "morning": "morning", "evening": "evening", "spring": "spring", "string": "string",
    "thing": "thing", "wedding": "wedding", "ceiling": "ceiling", "building": "building", "nothing": "nothing", "during's": "during", "speed": "speed", "need": "need", "feed": "feed",
    "red": "red", "shared": "share", "embed": "embed", "kubernetes": "k8s", "redis": "redis", "nodejs": "node",
}  # fmt: skip
FILLER = frozenset(
    "a an the is are was were be that which this these our my your their its it so also just very really please "
    "and then btw ok of for to in on at by with we i you have has had as der die das ist sind war el la los las "
    "un una es son le les des est sont de del du".split()
)
