"""The words and signs numbers are written with in English, German, Spanish, French, Chinese and Japanese."""

from __future__ import annotations

_COUNTING = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn
cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve
zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf
""".strip().splitlines()
_TENS = """
twenty thirty forty fifty sixty seventy eighty ninety
zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig
veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa
vingt trente quarante cinquante soixante septante huitante nonante
""".strip().splitlines()
ADDED: dict[str, int] = {
    **{word: n for line in _COUNTING for n, word in enumerate(line.split())},
    **{word: 10 * n for line in _TENS for n, word in enumerate(line.split(), 2)},
    **{word: n for n, word in enumerate("veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis "
                                        "veintisiete veintiocho veintinueve".split(), 21)},
    **{word: 100 * n for n, word in enumerate("doscientos trescientos cuatrocientos quinientos seiscientos "
                                              "setecientos ochocientos novecientos".split(), 2)},
    "veintiún": 21, "veintidos": 22, "veintitres": 23, "veintiseis": 26, "dieciseis": 16, "dreissig": 30,
    "zwo": 2, "fuenf": 5, "zwoelf": 12, "fuenfzig": 50, "vingts": 20, "trentaine": 30,
    "douzaine": 12, "quinzaine": 15, "vingtaine": 20,
}  # fmt: skip
TIMES: dict[str, int] = {
    "hundred": 100, "hundert": 100, "cent": 100, "cents": 100, "cien": 100, "ciento": 100,
    "dozen": 12, "dutzend": 12, "docena": 12, "docenas": 12,
    "thousand": 1000, "tausend": 1000, "mil": 1000, "mille": 1000,
    "million": 10**6, "millions": 10**6, "millionen": 10**6, "millón": 10**6, "millones": 10**6,
    "billion": 10**9, "milliarde": 10**9, "milliarden": 10**9, "milliard": 10**9, "milliards": 10**9,
}  # fmt: skip
ONES = frozenset("one eins un uno ein eine einen einer une una a an".split())
HOMOGRAPHS = frozenset("null once elf sept neuf cent cents ciento mil mille dos trentaine".split())
NUMBER_WORDS: dict[str, int] = {
    **{w: n for w, n in ADDED.items() if w not in ("once", "null")},
    **{w: n for w, n in TIMES.items() if w not in ("cents", "million")},
    "twice": 2, "thrice": 3, "a": 1, "an": 1,
}  # fmt: skip
SCALES = {
    "hu": 100, "th": 1000, "ta": 1000, "ts": 1000, "mio": 10**6, "millia": 10**9, "mil": 1000, "mille": 1000,
    "mi": 10**6, "mn": 10**6, "bi": 10**9, "bn": 10**9, "mr": 10**9, "do": 12, "百": 100, "千": 1000,
    "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8,
}  # fmt: skip
CJK = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "兩": 2, "〇": 0}
CJK_TIMES = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
