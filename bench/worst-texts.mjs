// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
// The shell commands that take longest to derive, as far as they are known.

/**
 * The commands by their names.
 *
 * @param {number} length about so many characters each
 * @returns {Record<string, string>}
 */
export function worstTexts(length) {
  /** A text again and again, as often as it fits. */
  const full = (text, before = '', behind = '') =>
    before + text.repeat(Math.floor((length - before.length - behind.length) / text.length)) + behind;
  const numbered = (make, before = '') => {
    let text = before;
    for (let at = 0; text.length < length - 60; at++) text += make(at);
    return text;
  };
  const files = (command) => numbered((at) => ` src/parts${at % 50}/file${at}.ts`, command);
  const nested = (open, close, inside) => {
    const times = Math.floor((length - inside.length) / (open.length + close.length));
    return open.repeat(times) + inside + close.repeat(times);
  };

  return {
    'a list of Python doubles': full('x=x+x;', `python3 -c 'x=["a"];`, `;open("".join(x))'`),
    'a list of Node doubles': full('a=[...a,...a];', `node -e 'let a=[1];`, `'`),
    'a text of Node that may grow': full('if(a)x+="b";', `node -e 'let x="";`, `'`),
    'a text of Perl that may grow': full('$x.="b" if $a;', `perl -e '`, `'`),
    'two lists of Python that hold each other': full(
      'x.append(y);y.append(x);',
      `python3 -c 'x=[];y=[];`,
      `'`,
    ),
    'a; over and over': full('a;'),
    ':; over and over': full(':;'),
    // Of the whole length there are more words than are looked at.
    'containers in containers': `${'docker run x '.repeat(Math.min(1000, length / 14))}rm x`,
    'nothing but blanks': full(' '),
    'nothing but line ends': full('\n'),
    comments: full('# x\n'),
    'set -- doubles the parameters': full('set -- "$@" "$@";', 'set -- a b c;'),
    'a variable doubles': full('x=$x$x;', 'x=a;'),
    'an array doubles': full('a=("${a[@]}" "${a[@]}");', 'a=(1);'),
    'files that are added': files('git add'),
    'files that are counted': files('wc -l'),
    'files that are laid out': files('npx prettier --write'),
    'files that are packed': files('tar czf a.tgz'),
    'files that are copied': files('cp -t d'),
    'files that are given to a script': files('python3 a.py'),
    'stars over and over in a variable': full('**/', 'x=', '; rm $x'),
    'stars over and over': full('**/', 'rm '),
    'stars with letters': full('*a', 'rm '),
    'question marks': full('?', 'rm '),
    brackets: full('[a-z]', 'rm '),
    'open brackets': full('[', 'rm '),
    classes: full('[[:alpha:]]', 'rm '),
    'braces in braces': nested('{a,', '}', 'b'),
    'braces behind braces': full('{a,b}', 'rm '),
    ranges: full('{1..99999}', 'rm '),
    'extended globs': nested('@(a|', ')', 'b'),
    quotes: full(`'a'"b"`, 'rm '),
    'back-slashes': full('\\', 'rm '),
    dollars: full('$', 'rm '),
    'variables that nobody set': full('$x', 'rm '),
    'other variables': numbered((at) => `$x${at}`, 'rm '),
    'subshells in subshells': nested('(', ')', 'a'),
    'substitutions in substitutions': nested('$(', ')', 'a'),
    'substitutions behind substitutions': full('$(a)', 'rm '),
    'back-quotes': full('`a`', 'rm '),
    'process substitutions': full('<(a) ', 'cat '),
    arithmetic: nested('$((', '))', '1'),
    'arithmetic behind arithmetic': full('$((1)) ', 'rm '),
    'groups in groups': nested('{ ', ';}', 'a'),
    'ifs in ifs': nested('if a;then ', ';fi', 'a'),
    'ifs behind ifs': full('if a;then b;fi;'),
    'whiles in whiles': nested('while a;do ', ';done', 'a'),
    'loops in loops over two words': nested('for x in a b;do ', ';done', '$x'),
    'loops behind loops': full('for x in a b c d;do $x;done;'),
    'loops with a body that sets': full('while a;do x=$x$y;y=$x;done;'),
    'cases in cases': nested('case a in a) ', ';;esac', 'a'),
    'a case with many branches': full('a) x=$x1;;', 'case $1 in ', 'esac'),
    and: full('a&&', '', 'a'),
    or: full('a||', '', 'a'),
    'and that sets': numbered((at) => `a&&x${at}=b;`),
    'or that sets the same': full('a||x=$x1;'),
    'directories on either way': full('a&&cd b;'),
    pipes: full('a|', '', 'a'),
    'jobs in the background': full('a&'),
    assignments: numbered((at) => `x${at}=a;`),
    'assignments that stand on one another': numbered((at) => `x${at + 1}=$x${at}a;`, 'x0=a;'),
    functions: numbered((at) => `f${at}(){ a;};`),
    'functions that call one another': `${numbered((at) => `f${at + 1}(){ f${at};f${at};};`, 'f0(){ a;};')}f999`,
    'a function that calls itself': `f(){ f;f;};${full('f;')}`,
    aliases: numbered((at) => `alias a${at}=b;`),
    'aliases that stand on one another': `${numbered((at) => `alias a${at + 1}='a${at} a${at}';`)}a99`,
    'eval in eval': full("eval eval '", '', ''),
    evals: full("eval 'a;b';"),
    shells: full("sh -c 'a;b';"),
    wrappers: full('sudo env nohup ', '', 'a'),
    'here-documents': full('cat <<E\na\nE\n'),
    'one here-document': full('rm -rf a\n', 'sh <<E\n', 'E\n'),
    'here-strings': full('sh<<<a;'),
    traps: full("trap 'a' EXIT;"),
    redirections: full('>a ', 'b '),
    'files that are written': numbered((at) => `echo a>f${at};`),
    'files that are written and read': numbered((at) => `cat f${at}>f${at + 1};`, 'echo a>f0;'),
    'files that are written on either way': numbered((at) => `a&&echo b>f${at};sh f${at};`),
    'paths in one command': full('a/b ', 'rm '),
    'a long path': full('a/', 'rm '),
    'steps back': full('../', 'rm '),
    options: full('-a ', 'rm '),
    'a long option': full('a', 'rm -'),
    'find with actions': full('-exec rm {} + ', 'find / '),
    'xargs of many': full('a ', 'echo ', '|xargs rm'),
    urls: full('http://h.example/ ', 'curl '),
    python: full('a=b;', "python3 -c '", "'"),
    'python calls': full('os.remove(a);', "python3 -c '", "'"),
    'python in brackets': `python3 -c '${'('.repeat(Math.floor(length / 2))}${')'.repeat(Math.floor(length / 2))}'`,
    javascript: full('a=b;', "node -e '", "'"),
    'javascript in braces': `node -e '${'{'.repeat(Math.floor(length / 2))}${'}'.repeat(Math.floor(length / 2))}'`,
    perl: full('unlink $a;', "perl -e '", "'"),
    sed: full('s/a/b/;', "sed '", "' f"),
    awk: full('{print $1}', "awk '", "' f"),
    sql: full('drop table a;', "psql -c '", "'"),
    base64: `echo ${Buffer.from('rm -rf a;'.repeat(Math.ceil(length / 13)))
      .toString('base64')
      .slice(0, length - 1000)} | base64 -d | sh`,
    'a makefile': full('a:\n\trm b\n', "cat > Makefile <<'E'\n", 'E\nmake'),
    'a variable that grows by lines, and is used': full(
      'rm $x;',
      `while read a b;do x=$x$a;done <<E\n${'aaaaaaaa\n'.repeat(64)}E\n`,
    ),
    'a case whose branches set': numbered((at) => `a${at}) x=$x${at};;`, 'case $1 in ').concat('esac'),
    'places of programs on either way': numbered((at) => `c&&hash -p /bin/${at} a;`),
    'aliases on either way': numbered((at) => `c&&alias a='b${at} ';`),
    'shells with five of several': full(
      'sh -c "$x$y$z$w$v;a";',
      ['x', 'y', 'z', 'w', 'v'].map((each) => `${each}=a;b&&${each}=c;`).join(''),
    ),
    'commands with five of several': full(
      'rm $x$y$z$w$v;',
      ['x', 'y', 'z', 'w', 'v'].map((each) => `${each}=a;b&&${each}=c;`).join(''),
    ),
    'functions with five of several': full(
      'f $x$y$z$w$v;',
      `f(){ rm $1;};${['x', 'y', 'z', 'w', 'v'].map((each) => `${each}=a;b&&${each}=c;`).join('')}`,
    ),
    'elifs that set': numbered((at) => `elif a;then x=$x${at};`, 'if a;then b;').concat('fi'),
    'descriptors on either way': numbered((at) => `c&&exec ${(at % 90) + 10}<f${at};`),
    'arrays that grow on either way': full('c&&a+=(b);'),
    'files that are moved on': numbered((at) => `mv f${at} f${at + 1};`, 'echo a>f0;'),
    'parts of a text put into one another': `x=${'a'.repeat(Math.floor(length * 0.6))}; rm \${x//a/$x}`,
    'no ends of quotes': full("'a"),
    'no ends of anything': full('$(`"${'),
    'characters of no shell': full('\u0000\ud800'),
  };
}
