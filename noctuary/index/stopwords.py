"""Words a question is made of and a fact is not about: English, German, Spanish, French. No rules here.

Folded: lower case, without diacritics. Negations stay out of the list: they carry meaning.
"""

from __future__ import annotations

_ENGLISH = """
a about again all also am an and any are as at be been being but by can could d did do does doing done for
from had has have having he her here hers him his how i if in into is it its just ll me mine my of off on or
our ours out over own re s shall she should so some such t than that the their theirs them then there these
they this those to too up us ve was we were what when where which while who whom whose why will with would
you your yours tell know
"""
_GERMAN = """
aber alle als am an auch auf aus bei beim bin bis bist da damit das dass dein deine dem den denn der des dich
die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es euch euer
fur hab habe haben hat hatte ich ihm ihn ihnen ihr ihre im ins ist ja jede jeder jedes kann konnen mein meine
mich mir mit muss musst nach noch ob oder seid sein seine sich sie sind soll sollen uber um und uns unser
unsere unseren vom von vor wann war waren warum was weil welche welchem welchen welcher welches wem wen wenn
wer werde werden wie wieso will wir wird wo woher wohin wurde zu zum zur
"""
_SPANISH = """
al algun alguna como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde el ella ellas
ellos en entre era eres es esa ese eso esta estamos estan estar este esto estos fue ha hace hacer hay han he
la las le les lo los me mi mis nos nosotros nuestra nuestro o os para pero por porque que quien quienes se
sea ser si sobre son soy su sus tambien te tiene tienen tu tus un una uno unos y ya yo
"""
_FRENCH = """
au aux avec avons c ce ces cet cette ceux combien comme comment d dans de des donc dont du elle elles en es
est et etait etes etre eu fait fais font il ils j je l la le les leur leurs lui m ma mais me mes moi mon n
nos notre nous on ont ou par pour pourquoi qu quand que quel quelle quelles quels qui quoi sa sans se ses si
son sont sur t ta te tes toi ton tu un une vos votre vous y
"""

STOP_WORDS = frozenset(f"{_ENGLISH} {_GERMAN} {_SPANISH} {_FRENCH}".split())
