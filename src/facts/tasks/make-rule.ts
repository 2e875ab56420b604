/** Rules of makefiles, and patterns that match targets. */
import { stemOf } from './make-text.ts';

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

export const builtInRules: readonly MakeRule[] = [
  ['%.o', '%.c', '$(CC) $(CFLAGS) $(CPPFLAGS) -c -o $@ $<'],
  ['%.o', '%.cc', '$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c -o $@ $<'],
  ['%.o', '%.cpp', '$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c -o $@ $<'],
  ['%', '%.o', '$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@'],
  ['%', '%.c', '$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $^ $(LDLIBS) -o $@'],
  ['%', '%.sh', 'cat $< >$@; chmod a+x $@'],
].map(([target = '', need = '', line = '']) => ({
  targets: [target],
  needs: [need],
  before: [],
  recipe: [line],
  isDouble: false,
  mayCount: false,
}));
