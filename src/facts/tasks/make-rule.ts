/** Rules of makefiles, and patterns that match targets. */
import { stemOf } from './make-pattern.ts';

export interface MakeRule {
  readonly targets: readonly string[];
  readonly needs: readonly string[];
  /** Order-only prerequisites: they have to exist first, and are no input. */
  readonly before: readonly string[];
  /** Lines as written; undefined if there is no recipe. */
  recipe: string[] | undefined;
  readonly isDouble: boolean;
  /** The pattern of the targets of a static pattern rule. */
  readonly pattern?: string;
  /** It is inside a conditional. */
  readonly mayCount: boolean;
}

/** A target without a suffix that make knows; empty if it has none. */
export const withoutSuffix = (target: string): string =>
  /^(.*)\.(?:out|a|ln|o|c|cc|C|cpp|p|f|F|m|r|y|l|ym|yl|s|S|mod|sym|def|h|info|dvi|tex|texinfo|texi|txinfo|w|ch|web|sh|elc|el)$/.exec(
    target,
  )?.[1] ?? '';

export const needsWith = ({ needs, pattern }: MakeRule, stem: string): readonly string[] =>
  pattern === undefined || stem !== '' ? needs.map((word) => word.replace('%', () => stem)) : needs;

/** The prerequisites of a target by a rule that names it. */
export function needsOf(rule: MakeRule, target: string): readonly string[] {
  if (rule.pattern === undefined) return rule.needs;
  const stem = stemIn([target], rule.pattern);
  return rule.needs.map((word) => word.replace('%', () => stem));
}

/** The stem of the first pattern that matches; a pattern without a folder matches the last name alone. */
export function stemIn(words: readonly string[], pattern: string): string {
  for (const word of words) {
    const stem = stemOf(word, pattern);
    if (stem !== undefined) return stem;
    const at = word.lastIndexOf('/') + 1;
    const last = pattern.includes('/') ? undefined : stemOf(word.slice(at), pattern);
    if (last !== undefined) return word.slice(0, at) + last;
  }
  return '';
}

/** `.c.o:` is `%.o: %.c`. */
export function asPattern(rule: MakeRule): MakeRule {
  const [, from, to] = /^(\.[A-Za-z]\w*)(\.\w+)$/.exec(rule.targets.join(' ')) ?? [];
  return from === undefined || rule.needs.length > 0
    ? rule
    : { ...rule, targets: [`%${to}`], needs: [`%${from}`] };
}

/** The rules that make has of itself, with its own names for what they run: `COMPILE.c`, `LINK.o`. */
export const builtInRules: readonly MakeRule[] = [
  ['%.o', '%.c', '$(COMPILE.c) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.cc', '$(COMPILE.cc) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.cpp', '$(COMPILE.cpp) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.C', '$(COMPILE.C) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.p', '$(COMPILE.p) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.m', '$(COMPILE.m) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.f', '$(COMPILE.f) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.F', '$(COMPILE.F) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.r', '$(COMPILE.r) $(OUTPUT_OPTION) $<'],
  ['%.o', '%.s', '$(COMPILE.s) -o $@ $<'],
  ['%.o', '%.S', '$(COMPILE.S) -o $@ $<'],
  ['%.s', '%.S', '$(PREPROCESS.S) $< > $@'],
  ['%', '%.o', '$(LINK.o) $^ $(LOADLIBES) $(LDLIBS) -o $@'],
  ['%', '%.c', '$(LINK.c) $^ $(LOADLIBES) $(LDLIBS) -o $@'],
  ['%', '%.cc', '$(LINK.cc) $^ $(LOADLIBES) $(LDLIBS) -o $@'],
  ['%', '%.cpp', '$(LINK.cpp) $^ $(LOADLIBES) $(LDLIBS) -o $@'],
  ['%.c', '%.y', '$(YACC.y) $<; mv -f y.tab.c $@'],
  ['%.c', '%.l', '$(LEX.l) $< > $@'],
  ['%.dvi', '%.tex', '$(TEX) $<'],
  ['%.dvi', '%.texi', '$(TEXI2DVI) $(TEXI2DVI_FLAGS) $<'],
  ['%.info', '%.texi', '$(MAKEINFO) $(MAKEINFO_FLAGS) $< -o $@'],
  ['%.c', '%.w', '$(CTANGLE) $< - $@'],
  ['%.p', '%.web', '$(TANGLE) $<'],
  ['%.tex', '%.w', '$(CWEAVE) $< - $@'],
  ['%.tex', '%.web', '$(WEAVE) $<'],
  ['%', '%.sh', 'cat $< >$@; chmod a+x $@'],
].map(([target = '', need = '', line = '']) => ({
  targets: [target],
  needs: [need],
  before: [],
  recipe: [line],
  isDouble: false,
  mayCount: false,
}));

/** The variables of these rules that are made of others. */
export const builtInTexts: ReadonlyMap<string, string> = new Map([
  ['OUTPUT_OPTION', '-o $@'],
  ['COMPILE.c', '$(CC) $(CFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c'],
  ['COMPILE.cc', '$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c'],
  ['COMPILE.cpp', '$(COMPILE.cc)'],
  ['COMPILE.C', '$(COMPILE.cc)'],
  ['COMPILE.p', '$(PC) $(PFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c'],
  ['COMPILE.m', '$(OBJC) $(OBJCFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c'],
  ['COMPILE.f', '$(FC) $(FFLAGS) $(TARGET_ARCH) -c'],
  ['COMPILE.F', '$(FC) $(FFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c'],
  ['COMPILE.r', '$(FC) $(FFLAGS) $(RFLAGS) $(TARGET_ARCH) -c'],
  ['COMPILE.s', '$(AS) $(ASFLAGS) $(TARGET_MACH)'],
  ['COMPILE.S', '$(CC) $(ASFLAGS) $(CPPFLAGS) $(TARGET_MACH) -c'],
  ['PREPROCESS.S', '$(CC) -E $(CPPFLAGS)'],
  ['LINK.o', '$(CC) $(LDFLAGS) $(TARGET_ARCH)'],
  ['LINK.c', '$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)'],
  ['LINK.cc', '$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)'],
  ['LINK.cpp', '$(LINK.cc)'],
  ['YACC.y', '$(YACC) $(YFLAGS)'],
  ['LEX.l', '$(LEX) $(LFLAGS) -t'],
]);
