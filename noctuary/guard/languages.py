"""Words for *password* beyond those of `vocabulary`, and what may stand between them and the value. Judges no value."""

from __future__ import annotations

STEMS = (
    r"şifre|parol[aăe]|парол|гасл[оа]|hasł[oae]|hesl[oa]|lösenord|passord|adgangskode|salasan[ao]|jelsz[óa]|"
    r"κωδικ[όο]|كلمة (?:المرور|السر)|סיסמ[האת]|पासवर्ड|mật khẩu|kata sandi|รหัสผ่าน|비밀번호|비번|암호|"
    r"senha|palavra[ -]passe|wachtwoord|wagwoord|kodeord|løsenord|lykilorð|aðgangsorð|kata laluan|kata kunci|"
    r"lozink[aeu]|"
    r"лозинк[аеу]|zapork[aeu]|gesl[oau]\b|slaptažod|parool|salasõn|contraseny|contrasinal|pasahitz|fjalëkalim|pasfhocal|"
    r"cyfrinair|pasvort|nenosiri|şifrə|պարոլ|գաղտնաբառ|პაროლ|құпиясөз|нууц үг|رمز عبور|گذرواژه|کلمه عبور|پاس ورڈ|"
    r"পাসওয়ার্ড|கடவுச்சொல்|પાસવર્ડ|ਪਾਸਵਰਡ|పాస్.?వర్డ్|ಪಾಸ್.?ವರ್ಡ್|പാസ്.?വേഡ്|මුරපදය|စကားဝှက်|ពាក្យសម្ងាត់|"
    r"ລະຫັດຜ່ານ|የይለፍ ቃል|pass?[ -]?wordnya|pas{1,2}w(?:r?d|rod|ors)\b|passowrd|pasword|pswd\b|psswd|psswrd|p/w\b"
)
"""Turkish, Romanian, Russian, Ukrainian, Polish, Czech, Slovak, Swedish, Norwegian, Danish, Finnish, Hungarian, Greek,
Arabic, Hebrew, Hindi, Vietnamese, Indonesian, Thai, Korean, Portuguese, Dutch; Afrikaans, Icelandic, Malay, Croatian,
Serbian, Slovenian, Lithuanian, Estonian, Catalan, Galician, Basque, Albanian, Irish, Welsh, Esperanto, Swahili, Azeri,
Armenian, Georgian, Kazakh, Mongolian, Persian, Urdu, Bengali, Tamil, Gujarati, Punjabi, Telugu, Kannada, Malayalam,
Sinhala, Burmese, Khmer, Lao, Amharic; and what fingers make of the English word."""
ENDING = r"[^\W\d_]{0,5}"
"""What such a word is inflected by: lösenordet, hasłem, şifresi, 비밀번호는."""
IS = r"(?:är|er|on|to|jest|je|este|é|is|это|це|είναι|هي|هو|היא|הוא|है|là|adalah|คือ|olarak)"
PARTICLE = r"(?:คือ|[는은이가])"
VERBAL = r"(?<=[!-~])(?:입니다|이에요|예요|이야|야|です|だ|ครับ|ค่ะ)[.!]?\Z"
"""What a sentence glues to the end of a value."""
TO = r"(?:to|auf|zu|into|in|a|à|por|par|en|para|på|til|till|na|на|naar)"
TURNED = (
    r"(?<![^\W_])(?:re)?(?:set(?:s|ting)?|chang(?:e|es|ed|ing)|updat(?:e|es|ed|ing)|rotat(?:e|es|ed|ing)|switch(?:ed|ing)?|"
    r"gesetzt|setze?|setzt|geändert|änder\w{1,3}|umgestellt|gewechselt|zurückgesetzt|cambi\w{1,5}|chang[ée]\w{0,2}|"
    r"remplac\w{1,4}|mud(?:ei|ou|ar|ada|ado)|alter(?:ei|ou|ar|ada|ado)|zmieni\w{1,5}|změn\w{1,4}|ändra\w{0,3}|bytte?|"
    r"endre\w{0,2}|ændre\w{0,2}|gewijzigd|veranderd|измен\w{1,5}|смен\w{1,5}|поменя\w{1,4})(?![^\W_])"
)
ARTICLE = (
    r"(?:the|a|my|our|your|his|her|their|new|now|das|ein|mein|unser|dein|ihr|jetzt|neues|la|el|mi|nuestra|le|mon|notre|"
    r"a|o|nova|het|mijn|det|den|mitt|nowe|nové|новый)"
)
