"""The words and signs of units, currencies, frequencies and shares in the languages read, with what one of each is."""

from __future__ import annotations

_DAY = 86_400.0
_YEAR = 31_557_600.0
_MONTH = _YEAR / 12

_SYMBOL_LINES = """
duration ms : 0.001
duration s S sec secs : 1
duration min mins m Min Min. : 60
duration h hr hrs Std : 3600
duration d : 86400
duration wk wks : 604800
duration yr yrs : 31557600
bytes B : 1
bytes kB KB kb K : 1000
bytes MB mb : 1000000
bytes GB gb : 1000000000
bytes TB tb : 1000000000000
bytes KiB Ki : 1024
bytes MiB Mi : 1048576
bytes GiB Gi : 1073741824
bytes TiB Ti : 1099511627776
bitrate bit/s bps : 1
bitrate kbit/s kbps kb/s : 1000
bitrate Mbit/s Mbps Mb/s : 1000000
bitrate Gbit/s Gbps Gb/s : 1000000000
length mm : 0.001
length cm : 0.01
length km Km KM : 1000
length mi : 1609.344
length ft : 0.3048
length in. : 0.0254
area m² m2 sqm qm : 1
area km² km2 : 1000000
area ha : 10000
area ft² sqft : 0.092903
pressure mbar hPa : 100
pressure kPa : 1000
pressure bar : 100000
pressure MPa : 1000000
pressure psi : 6894.757
charge mAh : 1
charge Ah : 1000
energy kJ : 0.277778
energy kcal : 1.163
sound dB : 1
mass mg : 0.001
mass g : 1
mass kg Kg KG : 1000
mass t : 1000000
mass lb lbs : 453.592
mass oz : 28.3495
volume ml mL : 0.001
volume cl : 0.01
volume dl : 0.1
volume l L : 1
dose IU iu : 1
power W : 1
power kW : 1000
power MW : 1000000
energy Wh : 1
energy kWh : 1000
voltage V : 1
frequency Hz : 1
frequency kHz : 1000
frequency MHz : 1000000
frequency GHz : 1000000000
speed km/h kmh kph : 1
speed m/s : 3.6
speed mph : 1.609344
frames fps FPS : 1
temperature F °F : 1
"""
_WORD_LINES = """
duration millisecond milliseconds millis msec milisegundos millisekunden millisecondes : 0.001
duration second seconds sekunde sekunden segundo segundos seconde secondes : 1
duration minute minutes minuten minuto minutos : 60
duration hour hours stunde stunden std. hora horas heure heures : 3600
duration day days tag tage tagen dia dias día días jour jours nights : 86400
duration week weeks woche wochen semana semanas semaine semaines : 604800
duration fortnight fortnights : 1209600
duration month months monat monate monaten mes meses mois : 2629800
duration quarter quarters trimestre trimestres : 7889400
duration year years jahr jahre jahren ano anos año años ans année années : 31557600
duration decade decades jahrzehnt década décadas décennie : 315576000
bytes byte bytes octets : 1
bytes kilobyte kilobytes : 1000
bytes megabyte megabytes megas : 1000000
bytes gigabyte gigabytes gig gigs gigas gigaoctets : 1000000000
bytes terabyte terabytes : 1000000000000
bytes kibibyte kibibytes : 1024
bytes mebibyte mebibytes : 1048576
bytes gibibyte gibibytes : 1073741824
length millimetre millimetres millimeter millimeters milímetros millimètres : 0.001
length centimetre centimetres centimeter centimeters zentimeter zentimetern centímetros centimètres : 0.01
length metre metres meter meters metern metro metros mètre mètres : 1
length kilometre kilometres kilometer kilometers kilometern kilómetro kilómetros kilomètre kilomètres : 1000
area quadratmeter quadratmetern square_metre square_metres square_meter square_meters : 1
area square_foot square_feet sq_ft sq._ft : 0.092903
area acre acres : 4046.856
area hectare hectares hektar hectárea hectáreas : 10000
area square_kilometre square_kilometres square_kilometer square_kilometers : 1000000
length yard yards : 0.9144
duration century centuries : 3155760000
volume gallon gallons : 3.785412
energy kilojoule kilojoules : 0.277778
energy calorie calories kilocalorie kilocalories : 1.163
energy megajoule megajoules : 277.778
length mile miles meile meilen millas : 1609.344
length foot feet fuß : 0.3048
length inch inches zoll pulgadas pouces : 0.0254
mass milligram milligrams milligramm miligramos milligrammes : 0.001
mass mcg microgram micrograms mikrogramm microgramos microgrammes : 0.000001
mass gram grams gramm gramo gramos gramme grammes : 1
mass kilo kilos kilogram kilograms kilogramm kilogramo kilogramos kilogramme kilogrammes : 1000
mass ton tons tonne tonnes tonnen toneladas : 1000000
mass pound pounds : 453.592
mass pfund : 500
mass ounce ounces unzen onzas onces : 28.3495
volume millilitre millilitres milliliter milliliters mililitros : 0.001
volume m3 m³ cbm kubikmeter : 1000
volume litre litres liter liters litern litro litros : 1
power watt watts vatios : 1
power kilowatt kilowatts : 1000
energy kilowatt-hours kilowattstunden : 1000
voltage volt volts voltios : 1
frequency megahertz : 1000000
frequency gigahertz : 1000000000
"""
_SIGN_LINES = """
duration 秒 秒钟 秒間 : 1
duration 分钟 分鐘 分間 分 : 60
duration 小时 小時 时间 時間 个小时 個小時 : 3600
duration 天 日間 日间 : 86400
duration 周 週 週間 个星期 星期 : 604800
duration 个月 個月 か月 ヶ月 カ月 : 2629800
duration 年 年間 : 31557600
bytes 字节 バイト : 1
bytes 兆字节 : 1000000
length 毫米 : 0.001
length 厘米 : 0.01
length 米 メートル : 1
area 平方米 平米 : 1
length 公里 千米 キロメートル : 1000
mass 克 グラム : 1
mass 公斤 千克 キログラム : 1000
volume 毫升 : 0.001
volume 升 リットル : 1
temperature 摄氏度 : 1
"""


def _table(lines: str) -> dict[str, tuple[str, float]]:
    """Words with their kind and scale; `_` is a space, and a word with ß stands with ss, too, as folding writes it."""
    return {
        spelled: (kind, float(scale))
        for line in lines.strip().splitlines()
        for head, scale in [line.split(" : ")]
        for kind, *names in [head.split()]
        for word in names
        for plain in (word.replace("_", " "),) for spelled in {plain, plain.replace("ß", "ss")}
    }


SYMBOLS, WORDS, SIGNS = _table(_SYMBOL_LINES), _table(_WORD_LINES), _table(_SIGN_LINES)
TIMESPANS: dict[str, float] = {
    **{word: scale for word, (kind, scale) in WORDS.items() if kind == "duration"},
    "night": _DAY, "nights": _DAY, "nacht": _DAY, "noche": _DAY, "noches": _DAY, "nuit": _DAY, "nuits": _DAY,
    "an": _YEAR, "min": 60.0, "h": 3600.0, "sec": 1.0, "s": 1.0, "tags": _DAY, "monats": _MONTH, "yr": _YEAR, "mo": _MONTH,
}  # fmt: skip
ADVERBS: dict[str, float] = {
    "hourly": 3600.0, "stündlich": 3600.0, "daily": _DAY, "nightly": _DAY, "täglich": _DAY, "quotidien": _DAY,
    "diario": _DAY, "diariamente": _DAY, "a day": _DAY, "weekly": 7 * _DAY, "wöchentlich": 7 * _DAY, "semanal": 7 * _DAY,
    "semanalmente": 7 * _DAY, "hebdomadaire": 7 * _DAY, "fortnightly": 14 * _DAY, "biweekly": 14 * _DAY, "bi-weekly": 14 * _DAY,
    "monthly": _MONTH, "monatlich": _MONTH, "mensual": _MONTH, "mensualmente": _MONTH, "mensuel": _MONTH, "mensuelle": _MONTH,
    "quarterly": 3 * _MONTH, "trimestral": 3 * _MONTH, "vierteljährlich": 3 * _MONTH, "trimestriel": 3 * _MONTH,
    "biennially": 2 * _YEAR, "half-yearly": _YEAR / 2, "twice-yearly": _YEAR / 2, "semi-annually": _YEAR / 2, "twice-weekly": 3.5 * _DAY,
    "yearly": _YEAR, "annually": _YEAR, "annual": _YEAR, "jährlich": _YEAR, "anual": _YEAR, "annuel": _YEAR, "annuelle": _YEAR,
}  # fmt: skip
TIMES_A = {"once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4, "una vez": 1,
           "une fois": 1}  # fmt: skip
RATES = {"rps": 1.0, "qps": 1.0, "req/s": 1.0, "/s": 1.0, "rpm": 60.0, "/min": 60.0, "/h": 3600.0, "/day": _DAY, "/hour": 3600.0,
         "/minute": 60.0, "/sec": 1.0}  # fmt: skip
CURRENCIES = {
    "€": "eur", "euro": "eur", "euros": "eur", "eur": "eur", "$": "usd", "dollar": "usd", "dollars": "usd", "bucks": "usd", "usd": "usd",
    "dólares": "usd", "us$": "usd", "£": "gbp", "gbp": "gbp", "quid": "gbp", "libras": "gbp", "¥": "jpy", "jpy": "jpy", "yen": "jpy",
    "円": "jpy", "元": "cny", "块": "cny", "cny": "cny", "rmb": "cny", "人民币": "cny", "chf": "chf", "franken": "chf", "kr": "nok",
    "nok": "nok", "sek": "sek", "dkk": "dkk", "₹": "inr", "rupees": "inr", "inr": "inr", "kč": "czk", "czk": "czk", "pln": "pln",
    "zł": "pln", "欧元": "eur", "美元": "usd", "ドル": "usd", "ユーロ": "eur", "cents": "cent", "pesos": "mxn",
}  # fmt: skip
SYMBOLS_BEFORE_DE = {"Go": ("bytes", 1e9), "Mo": ("bytes", 1e6), "To": ("bytes", 1e12)}
FRACTIONS = {
    "half": 0.5, "halv": 0.5, "halb": 0.5, "hälfte": 0.5, "mitad": 0.5, "moitié": 0.5, "medi": 0.5, "demi": 0.5, "半": 0.5,
    "quart": 0.25, "viertel": 0.25, "cuarto": 0.25, "fifths": 0.2, "eighths": 0.125, "tenths": 0.1, "third": 1 / 3, "drittel": 1 / 3, "terci": 1 / 3, "tiers": 1 / 3,
}  # fmt: skip
