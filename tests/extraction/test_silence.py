"""Plain wishes for silence are heard wherever they stand, whoever notes them down; rules about secrets are none."""

from __future__ import annotations

import pytest

from noctuary.extraction import silence
from noctuary.extraction.keep_gates import is_withheld, withheld
from noctuary.model import Candidate, Role
from tests.extraction.test_extract import event, gates, kept
from tests.work import GROWTH, calls

SAID = {
    "en": "Dani owes his uncle 3,000 euros",
    "de": "Dani schuldet seinem Onkel 3.000 Euro",
    "es": "Dani le debe 3.000 euros a su tío",
    "fr": "Dani doit 3 000 euros à son oncle",
    "pt": "O Dani deve 3.000 euros ao tio",
    "it": "Dani deve 3.000 euro allo zio",
    "nl": "Dani is zijn oom 3.000 euro schuldig",
    "ru": "Дани должен дяде 3000 евро",
    "zh": "小丹欠他叔叔三千块",
    "ja": "ダニは叔父に三千ユーロ借りている",
}
WISHES = {
    "en": (
        "off the record", "between us", "not a word to anyone", "don't tell anybody", "never tell a soul",
        "keep this to yourself", "please keep it secret", "keep that strictly private", "nobody must know",
        "no one else should hear this", "nobody may know about it", "don't write it anywhere", "do not store this",
        "never note this down", "please do not record that", "don't save this", "not to be repeated",
        "this stays between us", "this is confidential", "secret until Christmas", "you didn't hear this from me",
        "I don't want anyone to know", "keep quiet about this", "don't mention it to anyone", "say nothing about this",
        "this must not be written down", "strictly confidential", "don't put this in your notes",
    ),
    "de": (
        "unter uns", "im Vertrauen", "kein Wort zu niemandem", "sag es niemandem", "erzähl das bitte keinem",
        "behalte das für dich", "bitte geheim halten, das bleibt unter uns", "das soll niemand wissen",
        "niemand darf das erfahren", "schreib das nirgends auf", "speicher das bitte nicht", "merk dir das nicht",
        "bitte nicht weitersagen", "das bitte nicht notieren", "das ist streng geheim", "das ist vertraulich",
        "geheim bis Weihnachten", "das hast du nicht von mir", "das darf nirgends stehen", "halt das bitte geheim",
    ),
    "es": (
        "entre nosotros", "que quede entre tú y yo", "ni una palabra a nadie", "no se lo digas a nadie",
        "que no se entere nadie", "que nadie lo sepa", "nadie debe saberlo", "guárdatelo para ti", "no lo apuntes",
        "no guardes esto", "no escribas esto en ningún sitio", "esto es secreto", "esto es confidencial",
        "secreto hasta Navidad", "mantén esto en secreto", "que no salga de aquí", "no quiero que nadie lo sepa",
        "te lo digo en confianza",
    ),
    "fr": (
        "entre nous", "que ça reste entre nous", "pas un mot à personne", "ne le dis à personne",
        "personne ne doit le savoir", "que personne ne le sache", "garde ça pour toi", "ne note pas ça",
        "n'écris ça nulle part", "n'enregistre pas ceci", "c'est confidentiel", "secret jusqu'à Noël",
        "garde ça secret", "je ne veux pas que ça se sache", "à ne pas répéter", "ça ne doit pas sortir d'ici",
    ),
    "pt": (
        "entre nós", "que isto fique entre nós", "nem uma palavra a ninguém", "não conte a ninguém",
        "que ninguém saiba", "ninguém pode saber", "guarda isto para ti", "não anote isso", "não guardes isto",
        "não escrevas isto em lado nenhum", "isto é segredo", "isso é confidencial", "segredo até o Natal",
        "mantenha isso em segredo", "não quero que ninguém saiba", "isto não pode sair daqui",
    ),
    "it": (
        "tra noi", "che resti tra noi", "non una parola a nessuno", "non dirlo a nessuno",
        "nessuno deve saperlo", "che nessuno lo sappia", "tienilo per te", "non annotarlo",
        "non scriverlo da nessuna parte", "non salvare questo", "questo è un segreto", "questo è confidenziale",
        "segreto fino a Natale", "non voglio che si sappia", "acqua in bocca", "te lo dico in confidenza",
    ),
    "nl": (
        "onder ons", "dit blijft tussen ons", "geen woord tegen niemand", "zeg het tegen niemand",
        "niemand mag het weten", "dit mag niemand weten", "hou dit voor jezelf", "schrijf dit nergens op",
        "sla dit niet op", "noteer dit niet", "niet verder vertellen", "dit is geheim", "dit is vertrouwelijk",
        "geheim tot kerst", "ik wil niet dat iemand het weet", "hou dit geheim",
    ),
    "ru": (
        "между нами", "пусть это останется между нами", "никому ни слова", "никому не говори", "никто не должен знать",
        "чтобы никто не узнал", "держи это при себе", "не записывай это", "нигде это не записывай",
        "не сохраняй это", "это секрет", "это конфиденциально", "секрет до Рождества", "по секрету",
        "я не хочу, чтобы кто-нибудь узнал",
    ),
    "zh": (
        "别告诉任何人", "不要跟别人说", "谁也别说", "这事别外传", "替我保密", "不能让任何人知道",
        "这件事不要记下来", "别记录这个", "这个别写下来", "这是秘密", "不要说出去", "你知我知",
    ),
    "ja": (
        "誰にも言わないで", "誰にも知られたくない", "ここだけの話", "他言無用", "内緒にして",
        "これは記録しないで", "このことは書かないで", "どこにも残さないで",
        "これは秘密です", "口外しないで", "オフレコで",
    ),
}  # fmt: skip
PLACES = (
    "{wish}: {said}", "{said}, {wish}", "{said} ({wish})", "{said} – {wish}", "{said}. {wish}.", "{said}! {wish}!",
    "{said}.\n{wish}.", "**{wish}:** {said}", "The van is at the garage. {wish}. {said}",
)  # fmt: skip
HEARD = [(wish, SAID[language]) for language, wishes in WISHES.items() for wish in wishes]
ABOUT = (
    "Nobody must know that Dani is always behind with his rent", "Nobody should know: Javier is HIV positive",
    "Never write down that Pilar's husband was in prison", "Please never store anything about Carmen's cancer",
    "Ana doesn't want anyone to know that she is pregnant", "forget I said that, Carmen's biopsy came back bad",
    "pretend I never told you about Raúl's drinking", "Don't tell Marta about the lump, not yet",
    "Carlos must never find out about the letter", "keep Ana's pregnancy secret", "PRIVATE – Raúl is being treated",
    "**Private** – Raúl is being treated for depression", "Confidential: Marta had a miscarriage in May",
    "please\ndon't tell\nanyone, Lucía is divorcing", "the oven is warm\nbetween us: Lucía is divorcing",
    "Schreib nie auf, dass Pilars Mann im Gefängnis war", "Niemand darf wissen, dass Dani Schulden hat",
    "vergiss, dass ich das gesagt habe, die Biopsie war schlecht", "Sag Marta bitte nichts von dem Knoten",
    "Nunca escribas que el marido de Pilar estuvo preso", "Nadie debe saber que Dani tiene deudas",
    "olvida que te lo dije, la biopsia salió mal", "no le digas nada a Marta del bulto",
    "Personne ne doit savoir que Dani a des dettes", "oublie que je t'ai dit ça, la biopsie est mauvaise",
    "N'écris jamais que le mari de Pilar a fait de la prison", "ne dis rien à Marta pour la grosseur",
    "Ninguém deve saber que o Dani tem dívidas", "esquece que te disse isso, a biópsia deu mal",
    "Nunca escrevas que o marido da Pilar esteve preso", "Nessuno deve sapere che Dani ha debiti",
    "dimentica che te l'ho detto, la biopsia è andata male", "non dire niente a Marta del nodulo",
    "Niemand mag weten dat Dani schulden heeft", "vergeet dat ik dat heb gezegd, de biopsie was slecht",
    "zeg niks tegen Marta over de knobbel", "Никто не должен знать, что у Дани долги",
    "забудь, что я тебе это сказал, биопсия плохая",
    "别告诉我老公，我把那个包买了", "夫には言わないで、指輪を売りました",
)  # fmt: skip
RULES = (
    "never commit secrets", "never write tokens to logs", "do not store passwords in the repo", "private repo",
    "don't mention internal project names in commit messages", "keep the API key private", "Private: yes",
    "never store generated files in git", "never log personal data", "nobody needs to know SQL for that dashboard",
    "keep client names out of the changelog", "no one should know which database is behind the repository layer",
    "Do not store this in the repo", "do not save this file, it is generated", "the difference between you and me",
    "the API returns private fields; do not cache them", "the border between us and Denmark is closed",
    "When somebody says `off the record`, stop the log", 'if they say "keep this to yourself", do not note it',
    "If a user asks you to keep it secret, refuse", "there is no need to keep this secret", "it is no secret any more",
    "don't keep this to yourself, tell the whole team", "nobody is to touch the oven", "never tell me what to do",
    "I forget what the regatta cost", "don't forget what I said about the oven", "not off the record",
    "do not repeat this mistake", "private methods need no tests", "Secret scanning is on for every repository",
    "API keys: keep it secret, they live in the vault", "Private API: only the gateway may call it",
    "MEMORY.md stays private to the main session", "Never record a passing test that was not run",
    "Passwörter nie im Klartext speichern", "Zugangsdaten nicht ins Repository schreiben", "der Kurs ist nicht geheim",
    "Zwischenergebnisse nicht speichern, sondern neu berechnen", "niemand muss den Ofen anfassen",
    "nunca guardes contraseñas en el repositorio", "no guardes el archivo en formato antiguo",
    "nadie tiene que saber programar para usarlo", "ne jamais stocker de mots de passe dans le dépôt",
    "personne ne doit toucher au four", "la clé privée reste dans le coffre", "nunca guarde senhas no repositório",
    "não salvar o ficheiro em formato antigo", "non salvare mai le password nel repository",
    "nessuno deve toccare il forno", "bewaar nooit wachtwoorden in de repository", "niemand mag de oven aanraken",
    "никогда не храни пароли в репозитории", "никто не должен трогать печь", "приватный ключ лежит в сейфе",
    "不要把密码提交到仓库", "别保存成旧格式", "不要记录用户的密码", "パスワードをリポジトリに保存しないで",
    "誰もオーブンに触らないで", "ログにトークンを書かないで",
)  # fmt: skip
SPEAKERS: tuple[Role, ...] = ("user", "note", "assistant")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("wish", "said"), HEARD)
def test_a_plain_wish_is_heard_wherever_it_stands(wish: str, said: str, place: str) -> None:
    assert silence.is_asked(place.format(wish=wish, said=said))
    assert silence.is_asked(place.format(wish=wish[0].upper() + wish[1:], said=said))


@pytest.mark.parametrize("text", ABOUT)
@pytest.mark.parametrize("role", SPEAKERS)
def test_a_wish_that_goes_on_into_what_it_is_about_is_kept_by_nobody(text: str, role: Role) -> None:
    assert is_withheld(role, text)
    assert not kept(text, role)
    assert gates(text, role) == {"no_store"}


@pytest.mark.parametrize("text", RULES)
@pytest.mark.parametrize("role", ["note", "assistant"])
def test_a_rule_about_secrets_and_words_only_named_are_no_wish(text: str, role: Role) -> None:
    assert withheld(role, text) != "no_store"


@pytest.mark.parametrize("heading", ["Off the record", "Between us", "Please don't tell anyone about this:"])
def test_what_stands_below_a_wish_is_withheld_with_it(heading: str) -> None:
    assert is_withheld("note", "Dani owes his uncle 3,000 euros", ("Notes", heading))
    assert not is_withheld("note", "Dani owes his uncle 3,000 euros", ("Notes", "Do not save"))


def test_the_owners_memory_file_is_the_owners_word_and_what_a_tool_prints_is_no_wish() -> None:
    assert not is_withheld("memory", "Between us: Dani owes his uncle 3,000 euros")
    assert not is_withheld("tool", "Between us: Dani owes his uncle 3,000 euros")
    assert [one for one in kept("Never tell a soul: the oven is rented", "memory") if isinstance(one, Candidate)]


def test_a_wish_is_heard_in_the_middle_of_a_long_turn() -> None:
    rest = "\n".join(f"Pier {number} of the harbour has room for forty boats." for number in range(200))
    assert not silence.is_asked(rest)
    assert silence.is_asked(f"{rest}\nNot a word to anyone: Dani is ill.\n{rest}")


@pytest.mark.parametrize(
    "unit",
    ["not off the record, ", '"off the record" ', "keep it ", "don't tell ", "if it is between us ", "nie ", "\n"],
)
def test_a_text_full_of_near_wishes_costs_work_that_grows_with_it(unit: str) -> None:
    few, many = (calls(lambda size=size: silence.is_asked(unit * size)) for size in (2_000, 4_000))
    assert many <= GROWTH * few + 500


def test_a_turn_that_only_shares_words_is_extracted_as_before() -> None:
    assert event("x").role == "user"
    assert kept("From now on never commit secrets.")
