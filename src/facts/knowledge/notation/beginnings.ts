/** Values whose beginning says what they are: `file:PATH`, `@FILE`, `https://HOST`. One table for each notation. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { BeginningNotation, UseName } from '../table/use-names.ts';
import { behind, part, startOf, unknownPart, type ValuePart } from './value-part.ts';

/**
 * Values whose first characters decide how the rest is used. The first pattern that fits decides, and the rest has that
 * use. If no pattern fits, the value has no use.
 */
const beginnings: Readonly<Record<BeginningNotation, readonly (readonly [RegExp, ...UseName[]])[]>> = {
  'apt-setting': [
    [/^Acquire::.*Proxy=/i, 'url'],
    [/^/, 'config'],
  ],
  // `-i!a.txt` of 7-Zip adds a file, `-ir@list` the files of a list, and `-x` leaves them out.
  'archive-choice': [
    [/^r?[-0]?!/, 'read'],
    [/^r?[-0]?@/, 'list'],
  ],
  'archive-choice-list': [[/^r?[-0]?@/, 'read']],
  'at-file': [[/^@?/, 'read']],
  'attached-depfile': [[/^F(?=.)/, 'write']],
  'awk-setting': [
    // Each name may be abbreviated.
    [/^s[\w-]*=/, 'code'],
    [/^(?:e|f|i|lo|de)[\w-]*=/, 'load'],
    [/^[dp][\w-]*=/, 'write'],
  ],
  'at-list': [
    [/^@/, 'list'],
    [/^/, 'read'],
  ],
  'at-load': [[/^@+/, 'load']],
  // A pattern, or a file with patterns: `ctags --exclude=@file`.
  'at-read': [[/^@/, 'read']],
  bits: [
    [/^(?=[a-z]+:\/\/)/i, 'url'],
    [/^(?!\/)/, 'write'],
  ],
  'build-output': [
    [/^(?:.*,)?dest=/, 'into'],
    [/^(?!type=|-$)/, 'into'],
  ],
  // `type:ending:command`, for each piece that is carved out of a file.
  'carve-shell': [[/^[^:]*:[^:]*:/, 'shell']],
  'clang-load': [[/^(?=.*[/.])/, 'load']],
  'cmake-variable': [
    [
      /^CMAKE_(?:\w+_COMPILER(?:_LAUNCHER)?|\w+_LINKER_LAUNCHER|CROSSCOMPILING_EMULATOR)(?::\w+)?=/,
      'load',
      'shell',
    ],
    [
      /^CMAKE_(?:PROJECT_\w*INCLUDE\w*|TOOLCHAIN_FILE|\w+_COMPILER\w*|MAKE_PROGRAM|USER_\w+)(?::\w+)?=/,
      'load',
    ],
  ],
  'code-or-file': [
    [/^(?=[^\s()'"]*(?:\/|\.rb$))/, 'load'],
    [/^/, 'code'],
  ],
  'colon-shell': [[/^[^:]*:/, 'shell']],
  concat: [
    [/^(?:concat|subfile|async|cache|crypto|file)[,:]/, 'code'],
    [/^(?=[a-z]+:\/\/)/, 'url'],
    [/^/, 'read'],
  ],
  'cvs-root': [[/^:(?:ext|pserver|server)[^:]*:(?=[^:]+:)/, 'remote-read']],
  'editor-setting': [[/^(?:editor|extbrowser|mailer)=/, 'shell']],
  'dc-code': [[/^(?=.*!)/, 'code']],
  emit: [[/^[^=]*=/, 'write']],
  'ending-load': [[/^(?=.*\.py$)/, 'load']],
  'exec-when': [[/^(?:[a-z\d_,]+:)?/, 'shell']],
  forward: [[/^(?:[^:]*:)?\d+:(?=[^:]+:\d+$)/, 'host']],
  'go-setting': [[/^(?:CC|CXX|AR|FC|GCCGO|GOFLAGS|GOAUTH|GOCACHEPROG|PKG_CONFIG)=/, 'shell']],
  hta: [
    [/^(?:java|vb)script:/i, 'code'],
    [/^(?:\/i:)?(?=https?:)/i, 'url'],
    [/^(?:.*[ ,=:])?(?=[^ ,=:]*\.\w+)/, 'load'],
    [/^(?!\/)/, 'load'],
  ],
  'java-class': [
    [/^(?=.*\.java$)/, 'load'],
    [/^@/, 'read'],
  ],
  'java-log': [[/^.*file=/, 'write']],
  'java-option': [
    [/^On\w+=/, 'shell'],
    [/^-(?:javaagent|agentpath):/, 'load'],
  ],
  'java-property': [
    [/^exec\.(?:executable|args)=/, 'shell'],
    [/^[\w.]*(?:dir|directory|file)=/i, 'write'],
  ],
  'jo-item': [[/^[^=]*=?[@:%]/, 'read']],
  // `-al=a.lst`, `-a=a.lst`; the letters alone choose what is listed.
  listing: [
    [/^[a-z]*=/, 'write'],
    [/^(?![cdghilmns]*$)/, 'write'],
  ],
  'lua-or-name': [[/^(?=.*\.lua$)/, 'load']],
  'lua-script': [[/^lua_script:/, 'load']],
  magick: [
    [/^ephemeral:/, 'delete'],
    [/^(?:text:|(?:label|caption|pango):@)/, 'read'],
    [/^@/, 'list'],
    [/^(?:msl|mvg|svg):/, 'load'],
    [/^\|/, 'shell'],
    [/^(?=[a-z]+:\/\/)/, 'url'],
    [/^/, 'read'],
  ],
  // Filters of pictures and sounds that name no file, and nothing else: `[0:v]scale=320:-1,fps=10[a]`. A slash in front of the
  // name of a setting takes its value from a file.
  'filter-graph': [
    [/^(?=.*[=:][\s'\\]*\/)/s, 'code'],
    [
      /^(?!(?:\s*(?:\[[\w:]+\]\s*)*(?:scale|fps|crop|pad|transpose|hflip|vflip|format|setpts|asetpts|atempo|volume|trim|atrim|fade|afade|palettegen|paletteuse|split|asplit|overlay|concat|setsar|setdar|rotate|eq|yadif|tile|aresample|amix|amerge|hstack|vstack|thumbnail|reverse|areverse|boxblur|gblur|unsharp|hue|drawbox|null|anull|zoompan|highpass|lowpass|loop|tpad|pan)(?:=(?:[\w.:=+*/()|-]|'[\w.:+*/()|,-]*')*)?\s*(?:\[[\w:]+\]\s*)*(?:[,;]|$))+$)/,
      'code',
    ],
  ],
  'mime-file': [[/^(?:[\w.+-]+\/[\w.+*-]+:)?/, 'read']],
  'mongo-operand': [
    [/^(?=.*\.[cm]?js$)/, 'load'],
    [/^(?=\w+:\/\/)/, 'url'],
    [/^(?=.*[:/.])/, 'host'],
  ],
  'named-load': [[/^[^=]*=/, 'load']],
  'named-read': [[/^[^=]*=/, 'read']],
  'named-write': [[/^[^=]*=/, 'write']],
  'node-import': [
    [/^data:/, 'code'],
    [/^/, 'load'],
  ],
  // A name with more than letters in it is a part of a script, or of a path.
  'odd-code': [[/^(?=.*[^\w.@-])/, 'code']],
  'openssl-pass': [[/^file:/, 'read']],
  'openssl-pre': [[/^SO_PATH:/, 'load']],
  parameters: [[/^commands=/, 'shell']],
  // A callout with a text runs a program, unless the text begins with a bar: `(?C"/bin/date|-u")`.
  'pcre-pattern': [[/^(?=.*\(\?C["'`^%#${](?!\|))/s, 'code']],
  'perl-debugger': [[/^(?=.*[;(])/, 'code']],
  // Perl runs `cmd|` where it reads a file that a word names.
  'perl-file': [
    [/^\s*\|/, 'shell'],
    [/^(?=.*\|\s*$)/s, 'shell'],
    [/^\s*\+?>>?\s*/, 'write'],
    [/^\s*<?\s*/, 'read'],
  ],
  'perl-module': [[/^(?=.*[;(])/, 'code']],
  'pipe-or-file': [
    [/^(?:[|!]|%pipe%)/, 'shell'],
    [/^/, 'write'],
  ],
  'pipe-sound': [
    [/^\|/, 'shell'],
    [/^/, 'read', 'write'],
  ],
  'program-or-script': [
    [/^(?=[^ ]*[./])/, 'load'],
    [/^/, 'shell'],
  ],
  'qemu-setting': [[/^.*\b(?:file|script|path)=/, 'load']],
  'rustc-setting': [[/^(?:linker|codegen-backend)=/, 'shell']],
  'sbt-command': [[/^(?=.*(?:\beval\b|!))/, 'code']],
  setopt: [[/^\w*path=/, 'load']],
  // tmux runs the command in `#(cmd)`.
  'tmux-format': [[/^(?=.*#\()/s, 'code']],
  // Text for a shell in which tmux first fills in `#S` and `#{l:text}`.
  'tmux-shell': [
    [/^(?=.*#)/s, 'code'],
    [/^/, 'shell'],
  ],
  template: [
    [/^[^:]*:[^:]*:/, 'shell'],
    [/^[^:]*:/, 'write'],
  ],
  'tex-input': [
    [/^(?=.*\\)/, 'code'],
    [/^/, 'load'],
  ],
  'toml-setting': [
    [/^(?!.*=)/, 'read'],
    [/^(?=.*(?:runner|linker|rustc|wrapper|browser|credential|provider).*=)/, 'code'],
  ],
  unc: [
    [/^\\+/, 'host'],
    [/^/, 'code'],
  ],
  trace: [[/^(?=[~/])/, 'write']],
  'unit-setting': [
    [/^Standard(?:Output|Error)=(?:file|append|truncate):/, 'write'],
    [/^StandardInput=file:/, 'read'],
    [/^/, 'config'],
  ],
  // `unixexec:path=…`, `tcp:host=…`: addresses of a bus.
  'unix-exec': [
    [/^(?:.*;)?(?=unixexec:)/, 'code'],
    [/^\w+:host=/, 'host'],
  ],
  // Commands behind an address of this machine work here.
  'url-or-code': [
    [/^(?=file:)/i, 'code'],
    [/^/, 'url'],
  ],
  'url-or-load': [
    [/^(?=[a-z]+:\/\/)/, 'url'],
    [/^/, 'load'],
  ],
  'user-at-host': [[/^[^@]*@/, 'host']],
};

/** All uses that a value of this notation can have. */
export const usesByBeginning = (name: BeginningNotation): readonly UseName[] =>
  beginnings[name].flatMap(([, ...uses]) => uses);

export function partsByBeginning(name: BeginningNotation, value: Shape): readonly ValuePart[] {
  const text = startOf(value);
  for (const [beginning, ...uses] of beginnings[name]) {
    const [before] = beginning.exec(text) ?? [];
    if (before !== undefined)
      return uses.map((use) => part(before === '' ? value : behind(value, before.length), use));
  }
  // If the beginning is unknown, each of these beginnings is possible.
  return text === '' && staticText(value) === undefined ? [unknownPart(value)] : [];
}
