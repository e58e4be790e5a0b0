"""Secrets on a command line: which flag, place or pipe of which program holds one. Reads one line at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, lines_with, loosened
from noctuary.guard.labelled import is_of_plain_words
from noctuary.guard.values import is_chosen, is_expression, is_key, is_prose, is_strong, trimmed

_MYSQL = (
    r"mysql(?:dump|admin|import|check|slap|sh|show|binlog|_upgrade)?|mariadb(?:-dump|-admin|-check)?|"
    r"mycli|xtrabackup|mydumper"
)
_V = r"(?P<value>\\?\"[^\"\n\x00]{3,128}\"|'[^'\n\x00]{3,128}'|[^\s\"'`|;&<>\x00]{3,256})"
_U = r"[^\s:\"'`|;&/%,<>\x00]{1,64}"
_REST = r"\b[^\n]{0,600}?[ \t]"
_FORMS: tuple[tuple[str, str, str], ...] = (
    (_MYSQL, rf"(?:{_MYSQL}){_REST}-p(?![ \t]|assword|ort|rotocol|rint|lugin){_V}", "plain"),
    ("7z[azr]?|rar|unrar|p7zip", rf"\b(?:7z[azr]?|rar|unrar|p7zip){_REST}-(?:p|hp)(?![ \t]){_V}", "plain"),
    ("sshpass", rf"sshpass{_REST}-p[ ]?{_V}", "plain"),
    (
        "docker|podman|buildah|skopeo|helm|nerdctl|crane|oras|az|oc|cf|ibmcloud|bx|heroku|nuget|acr|fly|eas|expo|"
        "npm|rover|"
        "sfdx|sf|argocd|linkerd|pachctl|tsh|okteto|mc|minio|harbor|jf|jfrog",
        (
            rf"\b(?:docker|podman|buildah|skopeo|helm|nerdctl|crane|oras|az|oc|cf|ibmcloud|bx|acr|eas|expo|npm|rove"
            rf"r|argocd|okteto|jf)\b[^\n]{{0,80}}?\blog"
            rf"in\b[^\n]{{0,300}}?[ \t]-p[ =]{_V}"
        ),
        "plain",
    ),
    (
        "mongo|cypher-shell|evil-winrm|crackmapexec|netexec|nxc|cqlsh|arangosh|smbmap|hydra|rdesktop|"
        "kinit|influx|winexe|"
        "clickhouse-client|couchbase|cbq|vsql|snowsql|exaplus|bteq|ipmitool|proxychains|xfreerdp|ldapmodify",
        r"\b(?:mongo(?:sh|dump|restore|export|import|stat|top|files)?|cypher-shell|evil-winrm|crackmapexec|"
        r"netexec|nxc|cqlsh|"
        rf"smbmap|hydra|rdesktop|couchbase-cli|cbq|vsql|bteq){_REST}-p[ =]{_V}",
        "plain",
    ),
    (
        "sqlcmd|isql|bcp|tsql|osql|unzip|zip|ipmitool|zipcloak|unar",
        rf"\b(?:sqlcmd|isql|bcp|tsql|osql|unzip|zip|ipmitool|unar){_REST}-P[ ]?{_V}",
        "plain",
    ),
    ("redis-cli|iredis|keydb-cli|valkey-cli", rf"(?:redis-cli|iredis|keydb-cli|valkey-cli){_REST}-a[ ]{_V}", "plain"),
    ("ldap", rf"\bldap(?:search|modify|add|delete|passwd|whoami|compare|modrdn|exop){_REST}-w[ ]?{_V}", "plain"),
    ("plink|pscp|psftp|putty|kitty", rf"\b(?:plink|pscp|psftp|putty|kitty){_REST}-pw[ ]{_V}", "plain"),
    (
        "smbclient|rpcclient|smbget|winexe|net |wmic|pth-",
        rf"\b(?:smbclient|rpcclient|smbget|winexe|net|wmic|pth-\w+){_REST}(?:-U|--user)[ =]?[\"']?{_U}%{_V}",
        "plain",
    ),
    (
        "curl|wget|https?|xh|htpasswd|lftp|ncftp|fetch|ab|siege|aria2c",
        rf"\b(?:curl|ab|xh|https?|lftp|fetch){_REST}(?:-u|-a|-A|-U|--user|--auth|--proxy-user)[ =]?[\"']?{_U}[:,]{_V}",
        "plain",
    ),
    (
        "sqlplus|rman|sqlldr|expdp|impdp|sqlcl",
        (
            rf"\b(?:sqlplus|rman|sqlldr|expdp|impdp|sqlcl|exp|imp)\b[^\n]{{0,80}}?[ \t][\"']?{_U}/(?P<value>[^\s@\"'`/|"
            rf";&<>\x00]{{3,64}})(?=@|[ \t\n\"']|\Z)"
        ),
        "plain",
    ),
    (
        "impacket-|psexec|secretsdump|wmiexec|smbexec",
        (
            rf"(?:impacket-\w+|psexec\.py|secretsdump\.py|wmiexec\.py|smbexec\.py){_REST}[\"']?(?:[\w.-]{{1,64}}/)?{_U}"
            rf":(?P<value>[^\s@\"'`|;&<>\x00]{{3,128}})@"
        ),
        "plain",
    ),
    (
        "htpasswd|rabbitmqctl|net user|chpasswd|add_user|mc alias",
        (
            rf"(?:\bhtpasswd\b[^\n]{{0,40}}?[ \t]-\w{{0,6}}b\w{{0,6}}(?:[ \t]\S+){{2}}|"
            rf"\brabbitmqctl\b[^\n]{{0,60}}?\b(?:add_user|change_password|authenticate_user)[ \t]\S+|"
            r"\bnet user[ \t]\S+|\bmc (?:alias set|"
            rf"config host add)(?:[ \t]\S+){{3}})[ \t]{_V}"
        ),
        "plain",
    ),
    (
        "echo|printf",
        (
            rf"(?:echo|printf)[ \t](?:-\w+[ \t]|[\"']%s(?:\\n)?[\"'][ \t])?[ ]?{_V}[ \t]*\|[ \t]*(?:\S+[ \t])?"
            rf"(?:sudo\b[^\n]{{0,60}}?[ \t](?:-S|--stdin)|passwd\b|kinit\b|su\b|cryptsetup\b|gpg\b|"
            rf"docker login|podman login|helm registry login|gh (?:auth|secret)|(?:docker|podman) secret|wrangler s"
            rf"ecret|"
            rf"vault (?:login|kv)|fly secrets|gcloud secrets|doppler|railway|vercel env|pass insert|netlify|supabase)"
        ),
        "plain",
    ),
    (
        "echo|printf|chpasswd",
        (
            rf"(?:echo|printf|<<<)[ \t][\"']?{_U}:(?P<value>[^\s\"'`|;&<>\x00]{{3,128}})[\"']?[ \t]*\|[ \t]*(?:\S+[ \t]"
            rf")?chpasswd"
        ),
        "plain",
    ),
    ("openssl|pass(?:in|out)?", rf"-pass(?:in|out|word)?[ ]pass:{_V}", "plain"),
    (
        "doctl|ngrok|vault|cloudflared|npm|tailscale|wrangler|railway|flyctl|twine|snyk",
        (
            rf"\b(?:doctl\b[^\n]{{0,60}}?[ \t]-t|ngrok (?:config add-)?authtoken|ngrok config add-authtoken|"
            rf"vault login|cloudflared service install|snyk auth|sonar-scanner\b[^\n]{{0,200}}?-Dsonar\.(?:login|"
            rf"token)=?)[ =]?{_V}"
        ),
        "made",
    ),
    (
        "(?:w|x)freerdp|mstsc|cmdkey|net use|schtasks|psexec|sc ",
        (
            rf"\b(?:xfreerdp|wfreerdp|mstsc|cmdkey|net use|schtasks|psexec|sc)\b[^\n]{{0,300}}?[ \t]/(?:p|"
            rf"pass|password|rp):{_V}"
        ),
        "plain",
    ),
    (
        "rclone|nmcli|wpa_passphrase|wpa_cli|netsh|iwctl",
        (
            rf"(?:\brclone config \w+\b[^\n]{{0,200}}?[ \t]pass|\bnmcli\b[^\n]{{0,200}}?[ \t](?:password|"
            rf"wifi-sec\.psk)|\bwpa_passphrase[ \t]\S+|\biwctl\b[^\n]{{0,60}}?--passphrase)[ =]{_V}"
        ),
        "plain",
    ),
    (
        "snmp|enable secret|username|requirepass|masterauth",
        (
            rf"(?:\b(?:requirepass|masterauth)|\bsnmp-server community|\benable (?:secret|password)(?: \d)?|"
            rf"\busername \S+ (?:privilege \d+ )?(?:secret|password)(?: \d)?|\bsnmp(?:walk|get|set|bulkwalk)"
            rf"\b[^\n]{{0,80}}?-c)[ \t]{_V}"
        ),
        "plain",
    ),
    (
        "identified|password",
        (
            r"(?i:\bidentified (?:with \S+ )?by|\bwith (?:encrypted )?password|\bset password[^\n]{0,80}?=|"
            r"\bpassword for [^\n]{0,60}?=)[ \t]{0,3}=?[ \t]{0,3}(?:password\()?N?[\"'](?P<value>[^\"'\n\x00]{3,128})"
        ),
        "plain",
    ),
    (
        "insert into",
        (
            r"(?i:\binsert into\b[^\n]{0,200}?\bpass(?:word|wd)?\b[^\n]{0,100}?\)[ \t]*values[ \t]*\([^\n]{0,200}?"
            r")[\"'](?P<value>[^\"'\n\x00\s]{4,128})[ ]?[\"'][ \t]*\)"
        ),
        "strong",
    ),
    (
        "send",
        r"\bsend(?:line)?[ \t](?:--[ \t])?[ \\]?\"(?P<value>[^\s\"\\\x00]{4,64})\\?[ ]?(?:\\[rn]|[\r\n]|\Z)",
        "send",
    ),
    (
        "kinit|gpg|chpasswd|passwd|cryptsetup|systemd|age|rage|sudo|su|docker|podman|helm|gh|glab|vault|ldap|keyc"
        "tl|secret-tool|"
        "op|bw|gcloud|[^\n]*--(?:password-stdin|with-token|stdin)",
        r"\b(?:kinit|gpg2?|passwd|cryptsetup|systemd-creds|systemd-ask-password|age|rage|sudo|su|ldappasswd|"
        rf"keyctl|secret-tool|docker|podman|helm|gh|glab|vault|op|bw|gcloud secrets|\S+[^\n<]{{0,80}}[ ]--(?:passwo"
        rf"rd-stdin|with-token|stdin))"
        rf"[^\n<]{{0,200}}<<<[ ]?{_V}",
        "plain",
    ),
    (
        "chpasswd",
        rf"\bchpasswd\b[^\n<]{{0,80}}<<<[ ]?[\"']?{_U}:(?P<value>[^\s\"'`|;&<>\x00]{{3,128}})",
        "plain",
    ),
    (
        "openssl|mkpasswd|htpasswd|ssh-keygen|dscl|security|signtool|altool|racadm|mosquitto|snmp|wpa_cli",
        r"(?:\bopenssl passwd\b(?:[ \t]-(?:\d|apr1|crypt|noverify|quiet|salt \S+))*|"
        r"\bmkpasswd\b(?:[ \t]-\S+(?:[ \t](?:sha|md5|bcrypt|yescrypt|des|\d)\S*)?)*|"
        r"\bopenssl (?:enc|aes\S*|des\S*)\b[^\n]{0,200}?[ \t]-k|"
        r"\bhtpasswd[ \t]-\w{0,6}n\w{0,6}(?:[ \t]-C[ \t]\d+|[ \t]\d{1,2})?[ \t](?:[ ]?\"[ ]?\"|''|[^\s-]\S{0,64})|"
        r"\bssh-keygen\b[^\n]{0,200}?[ \t]-[NP]|\bdscl\b[^\n]{0,80}?-passwd[ \t]\S{1,200}|"
        r"\bsecurity (?:add|set)-(?:generic|internet|keychain)-password\b[^\n]{0,300}?[ \t]-w|"
        r"\bsecurity (?:unlock|create)-keychain\b[^\n]{0,80}?[ \t]-p|\bsigntool\b[^\n]{0,300}?[ \t]/p|"
        r"\b(?:altool|notarytool|racadm|atlas|impala-shell|presto|trino|tabcmd)\b[^\n]{0,300}?[ \t]-p|"
        r"\bmosquitto_(?:pub|sub|rr)\b[^\n]{0,300}?[ \t]-P|"
        rf"\bsnmp(?:walk|get|set|bulkwalk|trap|inform)\b[^\n]{{0,300}}?[ \t]-[AX])[ \t]{_V}",
        "plain",
    ),
    (
        "snmp",
        rf"\bsnmp(?:walk|get|set|bulkwalk)\b[^\n]{{0,300}}?[ \t]-A[ \t]\S{{3,128}}[^\n]{{0,80}}?[ \t]-X[ \t]{_V}",
        "plain",
    ),
    (
        "secretsmanager|put-parameter|keyvault|secret set|secrets? create|set-secret",
        r"(?:\bsecretsmanager\b[^\n]{0,300}?[ \t]--secret-string|\bput-parameter\b[^\n]{0,400}?(?:SecureString|"
        r"pass|secret|token|key)[^\n]{0,400}?[ \t]--value|\bkeyvault secret set\b[^\n]{0,300}?[ \t]--value)"
        rf"[ =]{_V}",
        "plain",
    ),
    (
        "config|secret",
        r"\bconfig(?::set| set| add|ure set)?[ \t](?:--?[\w-]+[ \t])*(?:set[ \t])?(?:--?[\w-]+[ \t])*"
        rf"(?i:[\w./:@-]{{0,120}}?(?:password|passwd|pass|auth-?token|token|secret|api-?key|(?:secret|private|signing|"
        rf"access)[_-](?:access[_-])?key))[ \t]{_V}",
        "chosen",
    ),
    (
        "http-basic|bundle config|nuget",
        rf"\bhttp-basic\.[\w.-]{{1,120}}[ \t]{_U}[ \t]{_V}",
        "plain",
    ),
    (
        "bundle|auth|user|userpwd|proxy-user|creds?|credentials?|login|basic-auth",
        r"(?:\bbundle config(?: set)?(?: --\w+)?[ \t][\w./:-]{3,200}[ \t]|[ \t]--(?:auth-cred|auth|user|userpwd|pr"
        r"oxy-user|"
        r"cred|creds|credentials?|login|basic-auth)[ =][\"']?)[^\s:\"'`|;&/%,<>\x00-][^\s:\"'`|;&/%,<>\x00]{0,63}:"
        r"(?P<value>[^\s:\"'`|;&<>\x00][^\s\"'`|;&<>\x00]{3,127})",
        "plain",
    ),
    (
        "create|alter",
        r"(?i:\b(?:create|alter) (?:user|role) [^\n]{1,80}? identified by)[ ](?P<value>[^\s\"'`|;&<>\x00]{4,128})",
        "strong",
    ),
    ("gh", rf"\bgh secret set\b[^\n]{{0,120}}?[ \t]-b[ =]?[ ]?{_V}", "plain"),
    ("psexec", rf"\bpsexec\b[^\n]{{0,200}}?[ \t]-u[ ]\S{{1,64}}[^\n]{{0,40}}?[ \t]-p[ ]{_V}", "plain"),
    (
        "pass",
        r"\bUSER[ ]\S{1,64}[ ]*\n(?:[^\n]{0,80}\n){0,2}?[^\n]{0,16}?PASS[ ]"
        r"(?P<value>[^\s\"'`|;&<>\x00]{4,128})",
        "strong",
    ),
    ("[a-z0-9]{1,8} login", rf"(?m:^)\w{{1,8}} LOGIN[ ]{_U}[ ]{_V}", "strong"),
    (
        "dotnet|user-secrets",
        r"\buser-secrets set[ \t](?:--?\w+[ \t]\S{1,80}[ \t])?"
        rf"(?:[ ]?\"[^\"\n]{{1,100}}\"|'[^'\n]{{1,100}}'|[^\s\"']{{1,100}})[ \t]"
        rf"[ ]?{_V}",
        "plain",
    ),
    (
        "nickserv|msg",
        r"(?i:\bNickServ[ :]{1,3}(?:identify|register|ghost|recover|release)[ \t]"
        rf"(?:\S{{1,64}}[ \t](?=\S)(?!and\b|with\b))?){_V}(?=[\s.,;`]|\Z)",
        "chosen",
    ),
    (
        "echo|printf",
        rf"(?:echo|printf)[ \t](?:-\w+[ \t]|[\"']?%s(?:\\n)?[\"']?[ \t])?[ ]?{_V}[ \t]*>{{1,2}}[ \t]?[\"']?"
        r"[^\s\"'|;&<>]{0,120}(?i:pass|passwd|pw|secret|token|credential|cred|key)[\w.-]{0,24}(?![^\s\"'|;&`])",
        "strong",
    ),
    ("net use", rf"\bnet use\b(?:[^\n]|\\ \n){{0,200}}?/u(?:ser)?:\S{{1,80}}[ \t]{_V}", "plain"),
    (
        "ftp",
        rf"\bl?ftp\b[^\n]{{0,120}}(?:\n[^\n]{{0,120}}){{0,4}}?(?:\n|-e[ ][\"']?)[ \t]*(?:quote )?user[ \t]{_U}[ \t]"
        rf"{_V}",
        "ftp",
    ),
    ("AUTH", rf"(?:(?m:^)|[>$#] |`)AUTH[ \t](?:\w{{1,32}}[ \t])?{_V}", "strong"),
    ("ACL SETUSER", rf"\bACL SETUSER\b[^\n>]{{0,120}}[ \t]>{_V}", "plain"),
    (
        "jdbc:oracle|oracle",
        rf"\bjdbc:oracle:\w{{1,8}}:{_U}/(?P<value>[^\s@\"'`/|;&<>\x00]{{3,64}})(?=@)",
        "plain",
    ),
    (
        "x11vnc|vncviewer|sysadminctl|nuget|choco|plink|winscp|psql|isql",
        rf"\b(?:x11vnc|vncviewer|vncpasswd|sysadminctl|nuget|winscp)\b[^\n]{{0,300}}?[ \t]-(?i:password|passwd|pw)["
        rf" =]{_V}",
        "plain",
    ),
    ("setx", rf"\bsetx[ ](?i:[\w-]{{0,60}}(?:pass(?:word|wd)?|pw|secret|token|key))[ ]{_V}", "chosen"),
    (
        "echo|printf",
        rf"(?i:pass|key|secret|token)[\w-]{{0,20}}[ =]<\([ ]?(?:echo|printf)[ ](?:-n[ ])?{_V}[ ]?\)",
        "plain",
    ),
    ("twilio", rf"\btwilio login[ ]\S{{20,40}}[ ]{_V}", "made"),
    (
        "restic|borg|duplicity|password-command",
        r"--password-command[ =][\"']?(?:echo|printf)[ \t](?P<value>[^\s\"'`|;&<>\x00]{3,128})",
        "plain",
    ),
)
_FLAG = re.compile(
    r"(?<![\w-])-{1,2}(?:[\w-]{0,30}[-_])?(?:(?P<pass>password|passwd|passphrase|pass|pwd|pw|storepass|"
    r"keypass|srcstorepass|deststorepass|sshpass|"
    r"[a-z]{0,12}passwd?|[a-z]{0,12}password)|(?P<key>token|secret|api-?key|access-?key|secret-?key|"
    r"auth-?token|access-?token|client-?secret|authkey|auth-?key|"
    rf"pat|private-?key-?passphrase|sas-?token|account-?key|license-?key|body|key))(?P<sign>[ \t]{{1,2}}|=){_V}",
    re.I,
)
_FLAG_GATE = (
    r"(?i)-(?:pass|pwd|pw|[a-z_-]{1,30}(?:pass(?:wd|word|phrase)?|pw|pwd|token|secret|key)|token|"
    r"secret|apikey|authkey|pat|body)[ =]"
)
_OTHER_FLAG = re.compile(r"[ \t]-{1,2}[A-Za-z]|[|$#`]|\b(?:login|connect|init|sudo|\w+-cli)\b")
_PROGRAM = re.compile(
    r"[ \t>`$#]{0,8}(?:sudo )?(?!(?:use|uses|using|with|the|a|an|option|flag|and|or|via|pass|passing|add|set|give|"
    r"see|try|its?|"
    r"note|prefer|instead|never|no)\b)[a-z][\w.-]{1,24}[ ](?:[a-z][\w.-]{1,24}[ ]){0,1}\Z"
)
"""The first words of a line, a program and its verb, before its first flag."""
_NO_VALUE = frozenset(
    "flag flags option options argument arguments parameter parameters switch instead file prompt stdin env".split()
)


def _compiled(name: str, form: str, pattern: str) -> Finder:
    reading = re.compile(pattern)
    gate = loosened(pattern)

    def find(text: str, data: bytes) -> Iterator[Hit]:
        for line in lines_with(gate, text, data):
            for hit in reading.finditer(text, *line):
                if span := _span(hit, form):
                    yield "password", *span

    return Finder(rf"(?i)(?:\b|/)(?:{name})", find, "commands")


def _span(hit: re.Match[str], form: str) -> tuple[int, int] | None:
    """Where the value stands without its quotes; None for a placeholder, a path or a flag."""
    start, end = hit.span("value")
    value = hit["value"]
    if value[0] == "\\":
        start, value = start + 1, value[1:]
    if value[0] in "\"'":
        start, end, value = start + 1, end - 1, value[1:-1].removesuffix(" ")
    value = trimmed(value).rstrip("`")
    end = start + len(value)
    is_code = is_expression(value) and not is_of_plain_words(value)
    if len(value) < 3 or is_code or value.lower() in _NO_VALUE or _no_value(value):
        return None
    is_taken = _TESTS.get(form, _is_typed)
    return (start, end) if is_taken(value) else None


def _no_value(value: str) -> bool:
    """Another flag, a variable, a placeholder, or a path; base64 may begin as one."""
    return value.startswith(("-", "$", "<")) or (value.startswith("/") and not is_key(value))


def _is_typed(value: str) -> bool:
    return not is_prose(value) and not re.fullmatch(r"\d{1,3}|[\d:.]+:\d+", value)


_TESTS = {"made": is_key, "strong": is_strong, "send": is_strong, "chosen": is_chosen, "ftp": is_chosen}


def _flags(text: str, data: bytes) -> Iterator[Hit]:
    for start, end in lines_with(_FLAG_GATE, text, data):
        for hit in _FLAG.finditer(text, start, end):
            span = _span(hit, "plain")
            value = text[slice(*span)] if span else ""
            is_command = (
                hit["sign"] == "="
                or _OTHER_FLAG.search(text, start, hit.start()) is not None
                or _PROGRAM.match(text, start, hit.start()) is not None
            )
            is_password = hit["pass"] and is_chosen(value) and (is_command or is_strong(value))
            if span and (is_password or is_key(value)):
                yield "password" if hit["pass"] else "secret", *span


FINDERS = (
    *(_compiled(name, form, pattern) for name, pattern, form in _FORMS),
    Finder(_FLAG_GATE, _flags, "commands"),
)
