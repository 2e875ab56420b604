/** Functions of Vim in expressions: those that reach files and programs, and those that run a text. */
import { anyShape, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { mostFindings } from '../values/finding.ts';
import { expandHome } from '../values/path-text.ts';
import type { ScriptWord } from '../values/script-words.ts';
import { markedText, readVimWords, vimValue } from './expression.ts';

/** What is done with what the functions do. */
export interface VimActions {
  readonly path: (use: 'read' | 'write' | 'delete', path: Shape, recursive?: boolean) => void;
  readonly move: (use: 'move' | 'copy', from: Shape, to: Shape | undefined) => void;
  readonly cwd: (path: Shape) => void;
  readonly shell: (text: Shape) => void;
  readonly run: (words: readonly Shape[]) => void;
  readonly connect: (address: Shape) => void;
  readonly variable: (name: Shape, value: Shape) => void;
  readonly unknown: (text: string, why: string) => void;
  /** A text that is run as commands. */
  readonly commands: (text: string) => void;
  readonly inner: (language: string, code: string) => void;
  readonly option: (name: string, value: Shape) => void;
  readonly isFull: () => boolean;
}

type Does =
  | 'shell'
  | 'read'
  | 'write'
  | 'delete'
  | 'move'
  | 'copy'
  | 'cwd'
  | 'connect'
  | 'unknown'
  | 'second-write'
  | 'all-read'
  | 'expression'
  | 'second-expression'
  | 'fifth-expression'
  | 'commands'
  | 'second-commands'
  | 'replacement'
  | 'called'
  | 'glob'
  | 'option'
  | 'variable'
  | 'python'
  | 'lua'
  | 'perl'
  | 'ruby';

const doing: ReadonlyMap<string, Does> = new Map(
  (
    [
      ['shell', 'system systemlist job_start jobstart term_start termopen'],
      ['read', 'readfile readblob bufload term_dumpload swapinfo'],
      ['write', 'mkdir ch_logfile setfperm'],
      ['second-write', 'writefile term_dumpwrite'],
      ['all-read', 'term_dumpdiff assert_equalfile'],
      ['delete', 'delete'],
      ['move', 'rename'],
      ['copy', 'filecopy'],
      ['cwd', 'chdir'],
      ['connect', 'ch_open sockconnect'],
      ['expression', 'eval nvim_eval'],
      ['second-expression', 'map mapnew filter foreach indexof readdir readdirex'],
      ['fifth-expression', 'search searchpos searchpair searchpairpos'],
      ['commands', 'execute nvim_command nvim_exec nvim_exec2 assert_fails assert_beeps assert_nobeep'],
      ['second-commands', 'win_execute'],
      ['replacement', 'substitute'],
      ['called', 'call function funcref sort uniq reduce timer_start'],
      ['glob', 'glob globpath expand expandcmd'],
      ['option', 'setwinvar setbufvar settabwinvar settabvar nvim_set_option nvim_set_option_value'],
      ['variable', 'setenv'],
      ['python', 'py3eval pyeval pyxeval'],
      ['lua', 'luaeval nvim_exec_lua'],
      ['perl', 'perleval'],
      ['ruby', 'rubyeval'],
      [
        'unknown',
        `libcall libcallnr feedkeys nvim_feedkeys nvim_input remote_expr remote_send remote_startserver server2client
         mzeval test_feedinput term_sendkeys term_setapi ch_evalexpr ch_evalraw ch_sendexpr ch_sendraw chansend
         rpcrequest rpcnotify rpcstart autocmd_add mapset nvim_call_function nvim_call_atomic nvim_cmd
         nvim_call_dict_function nvim_parse_cmd serverstart`,
      ],
    ] as const
  ).flatMap(([does, names]) => names.split(/\s+/).map((name): [string, Does] => [name, does])),
);

/** Functions of Neovim that only tell or show something; what the others set may run later. */
const plainOfNeovim = /^nvim_(?:\w+_)?(?:get|is|list|count|line_count|strwidth|notify|echo)\w*$/;

/** Functions that only compute, or change what is in the memory of the editor. */
const plain: ReadonlySet<string> = new Set(
  `abs acos add and append appendbufline argc argidx arglistid argv asin assert_equal assert_exception assert_false
  assert_inrange assert_match assert_notequal assert_notmatch assert_report assert_true atan atan2 autocmd_delete
  autocmd_get balloon_gettext balloon_show balloon_split blob2list browse browsedir bufadd bufexists buffer_exists
  buffer_name buffer_number buflisted bufloaded bufname bufnr bufwinid bufwinnr byte2line byteidx byteidxcomp ceil
  ch_canread ch_close ch_close_in ch_getbufnr ch_getjob ch_info ch_log ch_read ch_readblob ch_readraw ch_status changenr
  char2nr charclass charcol charidx cindent clearmatches col complete complete_add complete_check complete_info confirm
  copy cos cosh count cscope_connection cursor deepcopy deletebufline did_filetype diff diff_filler diff_hlID
  digraph_get digraph_getlist digraph_set digraph_setlist echoraw empty environ escape eventhandler executable exepath
  exists exists_compiled exp extend extendnew file_readable filereadable filewritable finddir findfile flatten
  flattennew float2nr floor fmod fnameescape fnamemodify foldclosed foldclosedend foldlevel foldtext foldtextresult
  foreground fullcommand garbagecollect get getbufinfo getbufline getbufoneline getbufvar getcellwidths getchangelist
  getchar getcharmod getcharpos getcharsearch getcharstr getcmdcompltype getcmdline getcmdpos getcmdscreenpos getcmdtype
  getcmdwintype getcompletion getcurpos getcursorcharpos getcwd getenv getfontname getfperm getfsize getftime getftype
  getimstatus getjumplist getline getloclist getmarklist getmatches getmousepos getmouseshape getpid getpos getqflist
  getreg getreginfo getregion getregtype getscriptinfo gettabinfo gettabvar gettabwinvar gettagstack gettext getwininfo
  getwinpos getwinposx getwinposy getwinvar glob2regpat has has_key haslocaldir hasmapto highlightID highlight_exists
  histadd histdel histget histnr hlID hlexists hlget hlset hostname iconv indent index input inputdialog inputlist
  inputrestore inputsave inputsecret insert interrupt invert isabsolutepath isdirectory isinf islocked isnan items
  job_getchannel job_info job_status job_stop jobpid jobresize jobstop jobwait join js_decode js_encode json_decode
  json_encode keys keytrans last_buffer_nr len line line2byte lispindent list2blob list2str listener_flush
  listener_remove localtime log log10 maparg mapcheck maplist match matchadd matchaddpos matcharg matchbufline
  matchdelete matchend matchfuzzy matchfuzzypos matchlist matchstr matchstrlist matchstrpos max menu_info min mode
  nextnonblank nr2char or pathshorten popup_clear popup_close popup_getoptions popup_getpos popup_hide popup_list
  popup_locate popup_move popup_settext popup_show pow prevnonblank printf prompt_getprompt prompt_setprompt prop_add
  prop_add_list prop_clear prop_find prop_list prop_remove prop_type_add prop_type_change prop_type_delete prop_type_get
  prop_type_list pum_getpos pumvisible rand range reg_executing reg_recorded reg_recording reltime reltimefloat
  reltimestr remote_foreground remote_peek remote_read remove repeat resolve reverse round screenattr screenchar
  screenchars screencol screenpos screenrow screenstring searchcount searchdecl serverlist setbufline setcellwidths setcharpos setcharsearch setcmdline setcmdpos setcursorcharpos setline
  setloclist setmatches setpos setqflist setreg settagstack sha256 shellescape shiftwidth sign_define sign_getdefined
  sign_getplaced sign_jump sign_place sign_placelist sign_undefine sign_unplace sign_unplacelist simplify sin sinh slice
  soundfold spellbadword spellsuggest split sqrt srand state stdpath str2float str2list str2nr strcharlen strcharpart
  strchars strdisplaywidth strftime strgetchar stridx string strlen strpart strptime strridx strtrans strutf16len
  strwidth submatch swapfilelist swapname synID synIDattr synIDtrans synconcealed synstack tabpagebuflist tabpagenr
  tabpagewinnr tagfiles taglist tan tanh tempname term_getaltscreen term_getansicolors term_getattr term_getcursor
  term_getjob term_getline term_getscrolled term_getsize term_getstatus term_gettitle term_gettty term_list term_scrape
  term_setansicolors term_setkill term_setrestore term_setsize term_wait terminalprops timer_info timer_pause timer_stop
  timer_stopall tolower toupper tr trim trunc type typename undofile undotree utf16idx values virtcol virtcol2col
  visualmode wait wildmenumode win_findbuf win_getid win_gettype win_gotoid win_id2tabwin win_id2win win_move_separator
  win_move_statusline win_screenpos win_splitmove winbufnr wincol windowsversion winheight winlayout winline winnr
  winrestcmd winrestview winsaveview winwidth wordcount xor if elseif while return let echo for in call and or not v s a
  l g b w t`.split(/\s+/),
);

interface Call {
  readonly name: string;
  readonly args: readonly (readonly ScriptWord[])[];
  readonly shapes: readonly Shape[];
}

/** What the calls in a text do. `isExpression`: it is nothing else, so that a function that is not known is unknown. */
export function vimFunctions(text: string, isExpression: boolean, actions: VimActions, depth = 0): void {
  if (depth > 5) {
    actions.unknown(text, 'expressions are inside of each other');
    return;
  }
  const words = readVimWords(text);
  words.forEach((word, index) => {
    if (word.kind !== 'name' || words[index + 1]?.text !== '(' || words[index + 1]?.kind !== 'mark') return;
    if (actions.isFull()) return;
    const does = doing.get(word.text);
    const isOwn = /^[:#.]$/.test(words[index - 1]?.text ?? '') || /[A-Z_]/.test(word.text[0] ?? '');
    if (does === undefined) {
      if (isExpression && !isOwn && !plain.has(word.text) && !plainOfNeovim.test(word.text))
        actions.unknown(text, `what \`${word.text}\` does is not known`);
      return;
    }
    const own = argumentsAt(words, index + 2);
    const isMethod = words[index - 1]?.text === '>' && words[index - 2]?.text === '-';
    const args = isMethod ? [[], ...own] : own;
    const shapes = args.map((each) => expandHome(vimValue(each, text).shape));
    act(does, { name: word.text, args, shapes }, text, actions, depth);
  });
}

function act(does: Does, call: Call, text: string, actions: VimActions, depth: number): void {
  const [first = anyShape(text), second = anyShape(text)] = call.shapes;
  const code = staticText(first);
  switch (does) {
    case 'shell':
      startProgram(call, text, actions);
      return;
    case 'read':
    case 'write':
      actions.path(does, first);
      return;
    case 'delete':
      actions.path('delete', first, call.shapes.length > 1);
      return;
    case 'second-write':
      actions.path('write', second);
      return;
    case 'all-read':
      for (const shape of call.shapes) actions.path('read', shape);
      return;
    case 'move':
    case 'copy':
      actions.move(does, first, second);
      return;
    case 'cwd':
      actions.cwd(first);
      return;
    case 'connect':
      actions.connect(call.name === 'ch_open' ? first : second);
      return;
    case 'expression':
      expression(first, text, actions, depth);
      return;
    case 'second-expression':
      if (call.shapes.length > 1 && !isLambda(call.args[1])) expression(second, text, actions, depth);
      return;
    case 'fifth-expression':
      if (call.shapes[4] !== undefined && !isLambda(call.args[4]))
        expression(call.shapes[4], text, actions, depth);
      return;
    case 'commands':
    case 'second-commands':
      commands(does === 'commands' ? call.args[0] : call.args[1], text, actions);
      return;
    case 'replacement':
      replacement(call, text, actions, depth);
      return;
    case 'called':
      called(call, text, actions);
      return;
    case 'glob':
      for (const shape of call.shapes.slice(0, call.name === 'globpath' ? 2 : 1))
        filledIn(shape, text, actions, depth);
      return;
    case 'option':
      setOption(call, text, actions);
      return;
    case 'variable':
      actions.variable(first, second);
      return;
    case 'unknown':
      actions.unknown(text, 'keys, native code or a function by its name are run');
      return;
    default:
      if (code === undefined) actions.unknown(text, 'a script that is put together is run');
      else actions.inner(does, code);
  }
}

const isLambda = (words: readonly ScriptWord[] | undefined): boolean =>
  words?.[0]?.text === '{' ||
  /^(?:function|funcref)$/.test(words?.[0]?.text ?? '') ||
  (words?.some(({ text }, index) => text === '=' && words[index + 1]?.text === '>') ?? false);

/** `system('ls')`, `jobstart(['ls', '-l'], {'cwd': 'x'})` */
function startProgram({ name, args, shapes }: Call, text: string, actions: VimActions): void {
  const [words = []] = args;
  if (words[0]?.kind === 'mark' && words[0].text === '[') {
    const items = argumentsAt(words, 1);
    if (items.length > 0) actions.run(items.map((item) => vimValue(item, text).shape));
  } else actions.shell(shapes[0] ?? anyShape(text));
  const options = (args[1] ?? []).map((word) => word.text);
  if (!name.startsWith('system') && options.length > 0 && options[0] !== '{')
    actions.unknown(text, 'the options of the program are computed');
  if (options.some((option) => /^(?:(?:out|err|in)_(?:io|name)|cwd|env)$/.test(option)))
    actions.unknown(text, 'where the program runs, and what it writes, is not followed');
}

function expression(shape: Shape, text: string, actions: VimActions, depth: number): void {
  const code = staticText(shape);
  if (code === undefined) actions.unknown(text, 'an expression that is put together is run');
  else vimFunctions(code, true, actions, depth + 1);
}

/** A text, or a list of texts. */
function commands(words: readonly ScriptWord[] = [], text: string, actions: VimActions): void {
  const isList = words[0]?.kind === 'mark' && words[0].text === '[';
  for (const item of isList ? argumentsAt(words, 1) : [words]) {
    const value = vimValue(item, text);
    const isKnown = value.isSafe && item.length > 0;
    if (isKnown) actions.commands(markedText(value.shape));
    else actions.unknown(text, 'a command that is put together is run');
  }
}

/** A replacement that begins with `\=` is an expression. */
function replacement({ args, shapes }: Call, text: string, actions: VimActions, depth: number): void {
  const by = shapes[2];
  if (by === undefined || isLambda(args[2])) return;
  const [begin] = by.pieces;
  if (begin === undefined || (begin.kind === 'text' && !begin.text.startsWith('\\'))) return;
  const code = staticText(by);
  if (code === undefined) actions.unknown(text, 'an expression that is put together is run');
  else if (code.startsWith('\\=')) vimFunctions(code.slice(2), true, actions, depth + 1);
}

/** `call('system', […])`, `function('system')`: the function is a value, and is called with anything. */
function called({ name, args, shapes }: Call, text: string, actions: VimActions): void {
  const place = /^(?:call|function|funcref)$/.test(name) ? 0 : 1;
  const words = args[place];
  if (words === undefined || isLambda(words)) return;
  const known = staticText(shapes[place] ?? anyShape(text));
  if (known === undefined ? words[0]?.kind !== 'number' : doing.has(known))
    actions.unknown(text, 'keys, native code or a function by its name are run');
}

/** Back-ticks in the name of a file are a command, or an expression. */
function filledIn(shape: Shape, text: string, actions: VimActions, depth: number): void {
  const name = staticText(shape);
  if (name === undefined) actions.unknown(text, 'a name that is computed may hold a command');
  else backTicks(name, actions, depth);
}

export function backTicks(name: string, actions: VimActions, depth = 0): boolean {
  const [, inside] = /`([^`]*)(?:`|$)/s.exec(name) ?? [];
  if (inside === undefined) return false;
  if (inside.startsWith('=')) vimFunctions(inside.slice(1), true, actions, depth + 1);
  else actions.shell(textShape(inside));
  const rest = name.slice(name.indexOf('`') + inside.length + 2);
  backTicks(rest, actions, depth);
  return true;
}

/** `setbufvar('', '&option', value)` */
function setOption({ name, shapes }: Call, text: string, actions: VimActions): void {
  const place = name.startsWith('nvim_') ? 0 : shapes.length - 2;
  const option = staticText(shapes[place] ?? anyShape(text));
  if (option === undefined) actions.unknown(text, 'which option is set is computed');
  else if (option.startsWith('&') || place === 0)
    actions.option(option.replace(/^&/, ''), shapes[place + 1] ?? anyShape(text));
}

/** The words of each argument from there on, to the end of the brackets. */
function argumentsAt(words: readonly ScriptWord[], from: number): readonly (readonly ScriptWord[])[] {
  const args: ScriptWord[][] = [[]];
  let depth = 0;
  for (const word of words.slice(from, from + mostFindings)) {
    const isMark = word.kind === 'mark';
    if (isMark && '([{'.includes(word.text)) depth++;
    if (isMark && ')]}'.includes(word.text) && --depth < 0) return args[0]?.length === 0 ? [] : args;
    if (isMark && word.text === ',' && depth === 0) args.push([]);
    else args[args.length - 1]?.push(word);
  }
  // The end was not found.
  return [[], [], []];
}
