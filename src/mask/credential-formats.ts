/**
 * What credentials look like, as tables: the forms that services give to their
 * tokens so that they can be recognised, and the names that people put in front of a
 * secret. The expressions are our own, for an engine that is linear in the text,
 * and held against another's well-kept rules by test/host/decision-log/mask-event.test.ts.
 * They take what is at least as long as a real one, because what is cut off is
 * still a secret.
 */

export interface CredentialFormat {
  /** In every text that the expression fits; alternatives without repetition, so that most texts cost nothing. */
  readonly sign: RegExp;
  readonly expression: string;
  /** What stays of the text: nothing, unless the expression has groups. */
  readonly replacement: string;
}

const mark = '[redacted]';

/** The whole of it is the secret. */
const whole = (sign: RegExp, expression: string): CredentialFormat => ({
  sign,
  expression,
  replacement: mark,
});
/** The name before it stays. */
const valued = (sign: RegExp, expression: string): CredentialFormat => ({
  sign,
  expression,
  replacement: `$1${mark}`,
});

/** The text before the secret and the text after it are kept. */
const enclosed = (sign: RegExp, expression: string): CredentialFormat => ({
  sign,
  expression,
  replacement: `$1${mark}$2`,
});

/**
 * Credentials that services make, found by their form. A prefix that is part of no ordinary word, such as `ghp_`, counts in the
 * middle of a word too: a digit may come before it.
 */
export const credentialFormats: readonly CredentialFormat[] = [
  // To the end of the text where the key is cut off; headers inside may have dashes of their own.
  whole(
    /PRIVATE KEY/,
    '-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\\z)',
  ),
  whole(/AGE-SECRET-KEY-/, '\\bAGE-SECRET-KEY-1[0-9A-Z]{20,}'),
  whole(/eyJ/, '\\beyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]*'),
  // Code hosts and registries.
  whole(
    /gh[poursa]_|github_pat_/,
    '(?:ghs_[0-9]{1,20}_[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+|(?:ghp|gho|ghu|ghs|ghr|github_pat)_[A-Za-z0-9_]{20,})',
  ),
  whole(/GR1348941/, 'GR1348941[A-Za-z0-9_-]{20,}'),
  whole(/gl[a-z]{1,5}-/, 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|ffct)-[A-Za-z0-9_.-]{16,}'),
  whole(/npm_/, 'npm_[A-Za-z0-9_]{30,}'),
  whole(/pypi-/, '\\bpypi-[A-Za-z0-9_-]{30,}'),
  whole(/rubygems_/, '\\brubygems_[0-9a-f]{40,}'),
  whole(/dckr_/, 'dckr_[po]at_[A-Za-z0-9_-]{20,}'),
  whole(/CLOJARS_/, '\\bCLOJARS_[0-9a-z]{40,}'),
  // Models.
  whole(/sk-/, '(?:\\bsk-[A-Za-z0-9_-]{16,}|sk-(?:ant-|[A-Za-z0-9_-]{20,160}T3BlbkFJ)[A-Za-z0-9_-]{16,})'),
  whole(/gsk_|hf_|r8_/, '(?:gsk_|hf_|r8_)[A-Za-z0-9]{30,}'),
  whole(/xai-|pplx-/, '\\b(?:xai|pplx)-[A-Za-z0-9]{30,}'),
  // Clouds.
  whole(
    /A(?:KIA|SIA|BIA|CCA|IDA|ROA|GPA|IPA|NPA|NVA)|A3T/,
    '\\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA)[A-Z0-9]{16}\\b',
  ),
  whole(/ABSK/, '\\bABSK[A-Za-z0-9+/]{60,}={0,2}'),
  whole(/AIza/, '\\bAIza[A-Za-z0-9_-]{30,}'),
  whole(/ya29\.|GOCSPX-|1\/\/0/, '(?:\\bya29\\.|\\bGOCSPX-|\\b1//0)[A-Za-z0-9_-]{20,}'),
  whole(/cfk_|cfut_|cfat_/, '\\bcf(?:k|ut|at)_[A-Za-z0-9]{40,}'),
  whole(/[0-9]Q~/, '[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{30,}'),
  whole(/do[opr]_v1_/, '\\bdo[opr]_v1_[0-9a-f]{40,}'),
  whole(/dapi/, 'dapi[0-9a-fA-F]{32}'),
  whole(/hv[sbr]\./, 'hv[sbr]\\.[A-Za-z0-9_-]{24,}'),
  whole(/\.atlasv1\./, '\\b[A-Za-z0-9]{10,}\\.atlasv1\\.[A-Za-z0-9_=-]{40,}'),
  whole(/HRKU-|pul-|tskey-/, '\\b(?:HRKU|pul|tskey)-[A-Za-z0-9_-]{20,}'),
  whole(/vc[piark]_|nfp_|rnd_|sbp_/, '(?:vc[piark]|nfp|rnd|sbp)_[A-Za-z0-9]{20,}'),
  whole(/pscale_/, '\\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{20,}'),
  whole(/fo1_|fm1[ar]_|fm2_/, '\\b(?:fo1|fm1[ar]|fm2)_[A-Za-z0-9+/_-]{30,}={0,2}'),
  // Payment, mail, chat and the rest.
  whole(/[spr]k_(?:live|test|prod)_|whsec_/, '\\b(?:(?:sk|pk|rk)_(?:live|test|prod)|whsec)_[A-Za-z0-9]{10,}'),
  whole(/shp[acps]/, 'shp(?:at|ca|pa|ss|pca|ppa)_[a-zA-Z0-9]{30,}'),
  whole(/sq0/, '\\bsq0[a-z]{3}-[A-Za-z0-9_-]{20,}'),
  whole(/SG\./, '\\bSG\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}'),
  whole(/key-[0-9a-f]/, '\\bkey-[0-9a-f]{32}\\b'),
  whole(/-us[0-9]/, '\\b[0-9a-f]{32}-us[0-9]{1,2}\\b'),
  whole(/SK[0-9a-f]{2}/, '\\bSK[0-9a-f]{32}\\b'),
  whole(/xox|xapp-/, '\\b(?:xox[abceoprs]|xapp)-[A-Za-z0-9-]{10,}'),
  valued(
    /hooks\.slack\.com/i,
    '(?i)(\\bhooks\\.slack\\.com/(?:services|workflows|triggers)/)[A-Za-z0-9/_-]{6,}',
  ),
  valued(/\/api\/webhooks\//, '(\\bdiscord(?:app)?\\.com/api/webhooks/[0-9]+/)[A-Za-z0-9_-]{20,}'),
  whole(/:AA/, '\\b[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}'),
  whole(/\.[A-Za-z0-9_-]{6}\./, '\\b[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}'),
  whole(/glc_|glsa_/, '(?:glc|glsa)_[A-Za-z0-9+/_]{30,}={0,2}'),
  whole(/lin_api_|ntn_|figd_/, '(?:lin_api|ntn|figd)_[A-Za-z0-9_-]{30,}'),
  whole(/ATATT3|PMAK-|NR(?:AK|II|JS)-/, '\\b(?:ATATT3|PMAK-|NR(?:AK|II|JS)-)[A-Za-z0-9_=-]{19,}'),
  whole(/sntry[su]_/, '\\bsntry[su]_[A-Za-z0-9+/=_-]{30,}'),
  whole(/dp\.[a-z]/, '\\bdp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{30,}'),
  whole(/ops_ey/, 'ops_ey[A-Za-z0-9+/=_-]{40,}'),
  whole(/A3-[A-Z0-9]{6}-/, '\\bA3-[A-Z0-9]{6}-[A-Z0-9]{6}[A-Z0-9-]{15,}'),
  whole(
    /LTAI|AKCp|cmVmd|EZ[AT]K|EAA[A-Z]|AQVN|t1\.9/,
    '\\b(?:LTAI[A-Za-z0-9]{12,}|(?:AKCp|cmVmd|EZ[AT]K)[A-Za-z0-9]{50,}|EAA[A-Z][A-Za-z0-9_-]{50,}|AQVN[A-Za-z0-9_-]{35,}|t1\\.9[A-Za-z0-9_-]{1,400}=*\\.[A-Za-z0-9_-]{80,})',
  ),
  whole(
    /p8e-|fio-u-|tk-us-|dnkey-|xkeysib-|FLWSECK/,
    '\\b(?:(?:p8e|fio-u|tk-us|dnkey|xkeysib)-[A-Za-z0-9_=-]{30,}|FLWSECK(?:_TEST)?-[A-Za-z0-9-]{12,})',
  ),
  whole(/duffel_|shippo_|dt0c01\./, '\\b(?:(?:duffel|shippo)_(?:test|live)_|dt0c01\\.)[A-Za-z0-9_=.-]{30,}'),
  whole(
    /pnu_|rdme_|sgp_|tfp_|api_org_|sm_[aps]at_/,
    '\\b(?:(?:pnu|rdme|sgp|tfp|api_org)_[A-Za-z0-9_.=-]{30,}|sm_[aps]at_[A-Za-z0-9]{16,})',
  ),
  whole(/API-[A-Z0-9]{8}/, '\\bAPI-[A-Z0-9]{26}\\b'),
  whole(/sha256~/, '\\bsha256~[A-Za-z0-9_-]{40,}'),
  whole(/4b1d/, '\\b4b1d[A-Za-z0-9]{38}\\b'),
  whole(/v1\.0-[0-9a-f]{8}/, '\\bv1\\.0-[0-9a-f]{24}-[0-9a-f]{60,}'),
  whole(/_mmk/, '\\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\\b'),
  whole(/access-[sdp]/, '\\baccess-(?:sandbox|development|production)-[0-9a-f-]{30,}'),
  whole(/[ps]at\.[A-Za-z0-9_-]{22}\./, '\\b[ps]at\\.[A-Za-z0-9_-]{22}\\.[0-9a-f]{24}\\.[A-Za-z0-9]{16,}'),
  whole(/s-s4t2(?:ud|af)-/, '\\bs-s4t2(?:ud|af)-[0-9a-f]{40,}'),
  valued(/webhook\.office\.com/, '(\\bwebhook\\.office\\.com/webhookb2/)[A-Za-z0-9@/_-]{20,}'),
];

/** Somebody in an address. No look goes past the next slash, so that all of them together are linear in the text. */
const userSign = /:\/\/[^/?# \t\n\f\r]*@/;

/** A name with what gives it a value: a name alone is a word of ordinary texts. */
const namedSign = /(?:pass(?:wo?r?d|phrase|code)?|pwd|secret|token|key(?:[_-]?base)?)\\*["']?\s*[=:(]/i;

/** The same in a text that is itself a part of an address, of markup or of JSON. */
const encodedSign =
  /(?:pass(?:wo?r?d|phrase|code)?|pwd|secret|token|key(?:[_-]?base)?)(?:%[23]|&quot;|&#3|\\+u00|[:=])/i;

const bearerSign = /(?:bearer|basic)\s+[a-z0-9._~+/=-]{20}/i;
const authorizationSign = /authorization\\*["']?\s*[:=]/i;
const cookieSign = /cookie\s*:/i;
const elementSign = /<[\w.:-]*(?:pass|pwd|secret|token|key)/i;
const attributeSign = /\svalue=/i;
const quotedInSqlSign = /password\s*=?\s*\\*["']/i;
const proseSign = /(?:password|passphrase|token|secret) is:?\s/i;
const optionSign = /-[a-z0-9-]{0,30}(?:passwo?r?d|passphrase|secret|token|key)\s/i;
const shortOptionSign = /-(?:pass|pw|pwd|private-?key)[=\s]/i;
const identifiedSign = /identified\s/i;
const loginSign = /login\s+\S+\s+password\s/;

const databaseSign = /(?:mongodb|mysql|mariadb|postgres|redis|amqp)[a-z+]{0,6}:\/\//i;

/** What a secret is called where nothing else can be meant. */
const names =
  'password|passwd|passphrase|passcode|secret(?:[_-]?key(?:[_-]?base)?)?|token|(?:api|access|account|private|client)[_-]?key';
const encodedQuote = '%2[27]|&quot;|&#3[49];|\\\\+u002[27]';

/** The values after names, in every notation that puts `=` or `:` after a name. */
export const namedCredentials: readonly CredentialFormat[] = [
  valued(
    authorizationSign,
    '(?i)(\\bauthorization\\\\*["\']?\\s*:\\s*\\\\*["\']?(?:digest|hawk|signature|oauth|aws4-[a-z0-9-]+)\\s+)[^\\r\\n"\'\\\\]{4,}',
  ),
  valued(
    authorizationSign,
    '(?i)(\\bauthorization\\\\*["\']?\\s*[:=]\\s*\\\\*["\']?(?:[a-z]+\\s+)?)[^\\s"\'\\\\,]{4,}',
  ),
  // So long that no word of prose after `basic` or `bearer` is taken for one.
  valued(bearerSign, '(?i)(\\b(?:bearer|basic)\\s+)[A-Za-z0-9._~+/=-]{20,}'),
  valued(cookieSign, '(?i)(\\b(?:set-)?cookie\\s*:\\s*)[^\\r\\n"\']{4,}'),
  // The backslashes are of quotes inside a JSON text that is itself shown as JSON.
  valued(
    namedSign,
    '(?i)((?:password|passwd|passphrase|_pwd|[;?&] ?pwd|secret(?:[_-]?key(?:[_-]?base)?)?|token|(?:api|access|account|private|client)[_-]?key)\\\\*["\']?\\s*[=:](?:[ \\t]*|\\s*\\\\*["\'])\\\\*["\']?)[^\\s"\'\\\\&;,]{4,}',
  ),
  // In code: `"password" => "…"`, `password := "…"`, `{"pass": "…"}`, `setPassword("…")`.
  valued(
    namedSign,
    `(?i)((?:(?:${names}|pass|pwd)\\\\*["']?\\s*(?:=>|:=)|["'](?:pass|pwd)\\\\*["']\\s*[=:]|pass(?:word|phrase)\\s*\\()\\s*\\\\*["'])[^"'\\r\\n\\\\]{4,}`,
  ),
  // In markup, as an element and as an attribute beside the name.
  valued(elementSign, `(?i)(<(?:[a-z0-9]+:)?[a-z0-9._-]*(?:${names}|pwd)(?:\\s[^<>]*)?>)[^<>\\s][^<>]*`),
  valued(
    attributeSign,
    `(?i)(\\b(?:name|key)=\\\\*["'][^"'<>]*(?:${names})\\\\*["']\\s+value=\\\\*["'])[^"'<>\\\\]{2,}`,
  ),
  // In a text that is itself a part of an address or of markup.
  valued(
    encodedSign,
    `(?i)((?:${names})(?:${encodedQuote})?(?:%3[ad]|\\\\+u003[ad]|[:=])(?:${encodedQuote}|%20|\\+)*)[^%&\\s"'<>\\\\]{4,}`,
  ),
  // A line of `.pgpass`.
  enclosed(
    /:(?:[0-9]{4,5}|\*):[A-Za-z_*]/,
    '(?m)((?:^|["\'\\s])[A-Za-z0-9_.*-]+:(?:[0-9]{4,5}|\\*):(?:\\*|[A-Za-z_][A-Za-z0-9_-]*):[A-Za-z_][A-Za-z0-9_-]*:)[^\\s:"\']{4,}($|["\'])',
  ),
  // In SQL, where `identified by` is not.
  valued(
    quotedInSqlSign,
    '(?i)(\\b(?:create|alter)\\s+(?:user|role|login|group)\\s[^;\\r\\n]{0,200}?\\bpassword\\s*=?\\s*\\\\*["\'])[^"\'\\r\\n\\\\]{2,}',
  ),
  // In prose, a word with a digit in it.
  valued(
    proseSign,
    '(?i)(\\b(?:password|passphrase|token|secret) is:?\\s+["\'`]?)(?:[^\\s"\'`]{8,}[0-9]|[^\\s"\'`]*[0-9][^\\s"\'`]{7,})[^\\s"\'`]*',
  ),
  // In quotes, to the quote that closes them; the backslashes may be more than one deep.
  valued(
    namedSign,
    '(?i)((?:password|passwd|passphrase|passcode|pwd|secret|token|(?:api|access|account|private|client)[_-]?key)\\\\*["\']?\\s*[=:]\\s*\\\\*")[^"\\r\\n\\\\]{4,}',
  ),
  valued(
    namedSign,
    "(?i)((?:password|passwd|passphrase|passcode|pwd|secret|token|(?:api|access|account|private|client)[_-]?key)[\"']?\\s*[=:]\\s*')[^'\\r\\n]{4,}",
  ),
  valued(
    optionSign,
    '(?i)((?:^|\\s)--?[a-z0-9-]*(?:password|passwd|passphrase|secret|token|(?:api|access)-?key)\\s+["\']?)[^\\s"\'-][^\\s"\']{3,}',
  ),
  valued(identifiedSign, '(?i)(\\bidentified\\s+(?:with\\s+\\S+\\s+)?by\\s+[\'"])[^\'"\\r\\n]{2,}'),
  // A path is left as it is.
  enclosed(
    shortOptionSign,
    '(?i)((?:^|\\s)--(?:[a-z0-9]+-)*(?:pass|pw|pwd|private-?key)(?:=|\\s+)\\\\*["\']?)[^\\s"\'/.~$\\\\-][^\\s"\'/.\\\\]{3,}($|[\\s"\'\\\\])',
  ),
  valued(loginSign, '(\\blogin\\s+\\S+\\s+password\\s+)\\S{4,}'),
  // Parameters of addresses: what signs them, or lets in; a `key` or `code` only where it is as long as one.
  valued(
    /[?&;](?:amp;)?[a-z-]{0,30}(?:sig|token|auth|jwt|pass|pwd|secret|credential|session|sid|ticket)/i,
    '(?i)([?&](?:amp;)?(?:sig|(?:x-[a-z]+-)?(?:signature|credential|security-token)|(?:[a-z]+[_-]?)?token|auth|authkey|authorization|jwt|pass|pwd|password|secret|(?:[a-z]+[_-])?secret|session|session_?id|sid|ticket)=)[^&\\s"\'#\\\\<>]+',
  ),
  valued(/[?&](?:key|code)=/, '([?&](?:key|code)=)[A-Za-z0-9_.~%/+-]{16,}'),
  // Databases, whose addresses are read less strictly than those of the web.
  enclosed(
    databaseSign,
    '(?i)((?:mongodb(?:\\+srv)?|mysqlx?|mariadb|postgres(?:ql)?|rediss?|amqps?)://[^/\\s:@]*:)[^/\\s@]+(@)',
  ),
  // Whoever has a name as long as this has it for its own sake.
  enclosed(userSign, '(://)[^/?#\\s:@]{20,}(@)'),
  enclosed(userSign, '(://[^/?#\\s:@]*:)[^/?#\\s]+(@)'),
];

/** In every text with a credential that services make. */
export const formatSign =
  /PRIVATE KEY|AGE-|eyJ|gh[poursa]_|github_pat_|gl[a-z]{1,5}-|npm_|pypi-|rubygems_|dckr_|CLOJARS_|sk-|gsk_|hf_|r8_|xai-|pplx-|A3T|ABSK|ATATT3|AIza|cfk_|cfut_|cfat_|ya29\.|GOCSPX-|1\/\/0|[0-9]Q~|GR1348941|LTAI|AKCp|cmVmd|EZ[AT]K|EAA[A-Z]|AQVN|t1\.9|p8e-|fio-u-|tk-us-|dnkey-|xkeysib-|FLWSECK|duffel_|shippo_|dt0c01|pnu_|rdme_|sgp_|tfp_|api_org_|sm_[aps]at_|sha256~|4b1d|v1\.0-|_mmk|access-[sdp]|s-s4t2|do[opr]_v1_|dapi|hv[sbr]\.|\.atlasv1\.|HRKU-|pul-|tskey-|vc[piark]_|nfp_|rnd_|sbp_|pscale_|fo1_|fm1[ar]_|fm2_|[spr]k_(?:live|test|prod)_|whsec_|shp[acps]|sq0|SG\.|key-[0-9a-f]|-us[0-9]|SK[0-9a-f]{2}|xox|xapp-|\/\/|:AA|glc_|glsa_|lin_api_|ntn_|figd_|PMAK-|NR(?:AK|II|JS)-|sntry[su]_|dp\.[a-z]|ops_ey/i;

/** One of these, or `formatSign`, or `shapeSign` is in every text that has a sign at all: few looks instead of many. */
export const namedSigns: readonly RegExp[] = [
  ...[authorizationSign, bearerSign, cookieSign, namedSign, encodedSign, elementSign, attributeSign],
  ...[quotedInSqlSign, proseSign, optionSign, shortOptionSign, identifiedSign, loginSign],
];

/** The signs that are a shape: no two characters are in all of them. */
export const shapeSign =
  /A(?:KIA|SIA|BIA|CCA|IDA|ROA|GPA|IPA|NPA|NVA)|A3-[A-Z0-9]{6}-|API-[A-Z0-9]{8}|[ps]at\.[A-Za-z0-9_-]{22}\.|\.[A-Za-z0-9_-]{6}\.|[?&;][a-z0-9_%-]{0,30}=|:(?:[0-9]{4,5}|\*):[a-z_*]|[\uff1a\uff1d\uff21-\uff5a]/i;
