"""Secrets on a command line: which flag, place or pipe of which program holds one. Reads one line at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, lines_with, loosened
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
        "docker|podman|buildah|skopeo|helm|nerdctl|crane|oras|az|oc|cf|ibmcloud|bx|heroku|nuget|acr|fly",
        (
            rf"\b(?:docker|podman|buildah|skopeo|helm|nerdctl|crane|oras|az|oc|cf|ibmcloud|bx|acr)\b[^\n]{{0,80}}?\blog"
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
            rf"(?:echo|printf)[ \t](?:-\w+[ \t]|[\"']%s(?:\\n)?[\"'][ \t])?{_V}[ \t]*\|[ \t]*(?:\S+[ \t])?"
            rf"(?:sudo\b[^\n]{{0,60}}?[ \t](?:-S|--stdin)|passwd\b|kinit\b|su\b|cryptsetup\b|gpg\b|"
            rf"docker login|podman login|helm registry login)"
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
            r"\bpassword for [^\n]{0,60}?=)[ \t]{0,3}(?:password\()?[\"'](?P<value>[^\"'\n\x00]{3,128})"
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
    ("send", r"\bsend(?:line)?[ \t](?:--[ \t])?[ \\]?\"(?P<value>[^\s\"\\\x00]{4,64})\\?[ ]?(?:\\[rn]|\r|\Z)", "send"),
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
    rf"pat|private-?key-?passphrase|sas-?token|account-?key|license-?key|body))(?P<sign>[ \t]{{1,2}}|=){_V}",
    re.I,
)
_FLAG_GATE = (
    r"(?i)-(?:pass|pwd|pw|[a-z_-]{1,30}(?:pass(?:wd|word|phrase)?|pw|pwd|token|secret|key)|token|"
    r"secret|apikey|authkey|pat|body)[ =]"
)
_OTHER_FLAG = re.compile(r"[ \t]-{1,2}[A-Za-z]|[|$#`]|\b(?:login|connect|init|sudo|\w+-cli)\b")
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
        start, end, value = start + 1, end - 1, value[1:-1]
    value = trimmed(value).rstrip("`")
    end = start + len(value)
    if len(value) < 3 or is_expression(value) or value.lower() in _NO_VALUE or value.startswith(("-", "$", "<", "/")):
        return None
    is_taken = {"made": is_key, "strong": is_strong, "send": is_strong}.get(form, _is_typed)
    return (start, end) if is_taken(value) else None


def _is_typed(value: str) -> bool:
    return not is_prose(value) and not re.fullmatch(r"\d{1,3}|[\d:.]+:\d+", value)


def _flags(text: str, data: bytes) -> Iterator[Hit]:
    for start, end in lines_with(_FLAG_GATE, text, data):
        for hit in _FLAG.finditer(text, start, end):
            span = _span(hit, "plain")
            value = text[slice(*span)] if span else ""
            is_command = hit["sign"] == "=" or _OTHER_FLAG.search(text, start, hit.start()) is not None
            is_password = hit["pass"] and is_chosen(value) and (is_command or is_strong(value))
            if span and (is_password or is_key(value)):
                yield "password" if hit["pass"] else "secret", *span


FINDERS = (
    *(_compiled(name, form, pattern) for name, pattern, form in _FORMS),
    Finder(_FLAG_GATE, _flags, "commands"),
)
