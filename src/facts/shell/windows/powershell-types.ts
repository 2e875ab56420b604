/**
 * What is known of classes of .NET and COM, and of their methods: those that do something with a file, a host or a
 * program, and those that only compute. What is in neither list is unknown in what it does.
 */

export type MemberUse =
  | 'read'
  | 'read-tree'
  | 'write'
  | 'delete'
  | 'delete-tree'
  | 'move'
  | 'copy'
  | 'connect'
  | 'send'
  | 'download'
  | 'run'
  | 'cd';

/** Methods by class and name: what they do with which arguments. */
const methods: ReadonlyMap<string, readonly (readonly [MemberUse, number])[]> = new Map(
  `
  io.file::delete delete 0
  io.file::readalltext read 0
  io.file::readalllines read 0
  io.file::readallbytes read 0
  io.file::readlines read 0
  io.file::openread read 0
  io.file::openhandle read 0 write 0
  io.file::encrypt read 0 write 0
  io.file::decrypt read 0 write 0
  io.file::appendallbytes write 0
  io.file::opentext read 0
  io.file::open read 0 write 0
  io.file::writealltext write 0
  io.file::writealllines write 0
  io.file::writeallbytes write 0
  io.file::appendalltext write 0
  io.file::appendalllines write 0
  io.file::appendtext write 0
  io.file::create write 0
  io.file::createtext write 0
  io.file::openwrite write 0
  io.file::setattributes write 0
  io.file::copy copy 0
  io.file::move move 0
  io.file::replace move 0 delete 1
  io.directory::delete delete-tree 0
  io.directory::createdirectory write 0
  io.directory::move move 0
  io.directory::getfiles read 0
  io.directory::getdirectories read 0
  io.directory::enumeratefiles read 0
  io.directory::enumeratedirectories read 0
  io.directory::setcurrentdirectory cd 0
  io.streamreader::new read 0
  io.streamwriter::new write 0
  io.filestream::new read 0 write 0
  io.compression.zipfile::extracttodirectory read 0 write 1
  io.compression.zipfile::createfromdirectory read-tree 0 write 1
  io.compression.zipfile::openread read 0
  drawing.bitmap::new read 0
  drawing.image::fromfile read 0
  xml::load read 0
  xml::save write 0
  xml.xmldocument::load read 0
  xml.xmldocument::save write 0
  xml.linq.xdocument::load read 0
  xml.linq.xelement::load read 0
  xml.xmlreader::create read 0
  xml.xmltextreader::new read 0
  xml.xmlvalidatingreader::new read 0
  xml.xmlwriter::create write 0
  xml.xmltextwriter::new write 0
  xml.xpath.xpathdocument::new read 0
  xml.schema.xmlschemaset::add read 1
  xml.xsl.xslcompiledtransform::transform read 0 write -1
  data.datatable::readxml read 0
  data.datatable::writexml write 0
  security.cryptography.x509certificates.x509certificate::new read 0
  security.cryptography.x509certificates.x509certificate2::new read 0
  security.cryptography.x509certificates.x509certificate2::import read 0
  security.cryptography.x509certificates.x509certificate2::createfrompemfile read 0
  security.cryptography.x509certificates.x509certificate2collection::import read 0
  management.automation.language.parser::parsefile read 0
  net.webclient::downloadstring connect 0
  net.webclient::downloaddata connect 0
  net.webclient::openread connect 0
  net.webclient::downloadfile download 0
  net.webclient::downloadfileasync download 0
  net.webclient::downloadfiletaskasync download 0
  net.webclient::uploadstring send 0
  net.webclient::uploaddata send 0
  net.webclient::uploadvalues send 0
  net.webclient::uploadfile send 0 read -1
  net.webrequest::create connect 0
  net.httpwebrequest::create connect 0
  net.http.httpclient::getasync connect 0
  net.http.httpclient::getstringasync connect 0
  net.http.httpclient::getbytearrayasync connect 0
  net.http.httpclient::getstreamasync connect 0
  net.http.httpclient::getfromjsonasync connect 0
  net.http.httpclient::deleteasync connect 0
  net.http.httpclient::patchasync send 0
  net.http.httpclient::postasync send 0
  net.http.httpclient::putasync send 0
  net.sockets.tcpclient::new send 0
  net.sockets.tcpclient::connect send 0
  net.sockets.tcpclient::connectasync send 0
  net.sockets.tcpclient::beginconnect send 0
  net.dns::gethostaddresses connect 0
  net.dns::gethostentry connect 0
  net.dns::gethostbyname connect 0
  net.dns::gethostbyaddress connect 0
  net.dns::resolve connect 0
  net.networkinformation.ping::send connect 0
  net.networkinformation.ping::sendping connect 0
  diagnostics.process::start run 0
  wscript.shell::run run 0
  wscript.shell::exec run 0
  shell.application::shellexecute run 0
  microsoft.visualbasic.fileio.filesystem::deletefile delete 0
  microsoft.visualbasic.fileio.filesystem::deletedirectory delete-tree 0
  scripting.filesystemobject::deletefile delete 0
  scripting.filesystemobject::deletefolder delete-tree 0
  `
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...rest] = line.trim().split(/\s+/);
      const uses: (readonly [MemberUse, number])[] = [];
      for (let at = 0; at + 1 < rest.length; at += 2)
        uses.push([rest[at] as MemberUse, Number(rest[at + 1])]);
      return [name, uses] as const;
    }),
);

/** What a method does with its arguments. Methods that do not wait end in `Async` or `TaskAsync`. */
export const usesOfMethod = (
  type: string,
  method: string,
): readonly (readonly [MemberUse, number])[] | undefined =>
  methods.get(`${type}::${method}`) ?? methods.get(`${type}::${method.replace(/(?:task)?async$/, '')}`);

/** The classes of what `Get-Service` and `Get-Process` give. */
export const serviceType = 'serviceprocess.servicecontroller';
export const processType = 'diagnostics.process';

/** Methods of services and processes, and the commands that do the same. */
const cmdlets: ReadonlyMap<string, string> = new Map([
  [`${serviceType}::stop`, 'stop-service'],
  [`${serviceType}::pause`, 'suspend-service'],
  [`${serviceType}::start`, 'start-service'],
  [`${serviceType}::continue`, 'resume-service'],
  [`${serviceType}::delete`, 'remove-service'],
  [`${processType}::kill`, 'stop-process'],
  [`${processType}::closemainwindow`, 'stop-process'],
]);

/** The command that does what a method of a service or a process does. */
export const cmdletOfMethod = (type: string, method: string): string | undefined =>
  cmdlets.get(`${type}::${method}`);

/** Classes and namespaces whose members only compute, print or measure. */
const computing: ReadonlySet<string> = new Set(
  `
  string char sbyte byte bool boolean short ushort int uint long ulong int16 int32 int64 uint16 uint32 uint64 intptr
  single float double decimal bigint half object void numerics datetime datetimeoffset dateonly timeonly timespan
  timezoneinfo dayofweek guid version semver semanticversion math mathf random convert bitconverter buffer array enum
  nullable tuple valuetuple uri uribuilder stringcomparison stringcomparer stringsplitoptions consolecolor console gc
  regex hashtable ordered pscustomobject psobject switch psnoteproperty xml collections linq.enumerable globalization
  cultureinfo text componentmodel io.path io.memorystream io.stringreader io.stringwriter io.searchoption
  io.fileattributes io.streamreader io.streamwriter io.filestream io.binaryreader io.binarywriter io.bufferedstream
  security.cryptography security.principal security.accesscontrol security.securestring securestring pscredential
  management.automation.pscredential management.automation.psobject management.automation.psnoteproperty
  management.automation.errorrecord management.automation.errorcategory management.automation.language
  management.automation.semanticversion net.webutility net.ipaddress net.ipendpoint net.networkcredential
  net.servicepointmanager net.securityprotocoltype net.cookie net.cookiecontainer net.mail.mailaddress
  net.httpstatuscode net.networkinformation ipaddress mailaddress web.httputility web.script.serialization
  diagnostics.stopwatch diagnostics.debug diagnostics.trace threading.thread appcontext
  runtime.interopservices.runtimeinformation runtime.interopservices.osplatform
  runtime.interopservices.architecture windows.forms.screen windows.forms.systeminformation drawing.color
  drawing.point drawing.pointf drawing.size drawing.sizef drawing.rectangle drawing.rectanglef drawing.font
  drawing.fontstyle drawing.imaging data.datatable environment environmentvariabletarget ref
  `
    .trim()
    .split(/\s+/),
);

/** Whether a class, or what it is in, only computes. */
function isComputing(type: string): boolean {
  const plain = type.replace(/[[+].*$/, '');
  for (let end = plain.indexOf('.'); end >= 0; end = plain.indexOf('.', end + 1))
    if (computing.has(plain.slice(0, end))) return true;
  return computing.has(plain);
}

/** Methods of any object that only compute: those that begin like this, and some others. */
const plainly =
  /^(?:get|to|is|has|try|read|find|add|index|lastindex|contains|starts|ends|trim|pad|append|select|match|compute|union|intersect|except)[a-z0-9]*$/;
const plain: ReadonlySet<string> = new Set(
  `
  equals compareto compare clone split replace substring insert remove removeat removerange removeall removechild
  join format normalize clear count sort reverse movenext reset subtract write writeline writebyte writeasync flush
  close dispose seek peek wait waitforexit waitone waitall result next nextdouble nextbytes createelement
  createattribute createtextnode createnode importnode insertbefore insertafter prepend setattribute setlength loadxml
  refresh stop restart kill terminate closemainwindow waitforinputidle push pop enqueue dequeue exists foreach where
  shouldprocess shouldcontinue throwterminatingerror writeverbose writewarning writeerror writedebug writeobject copy
  copyto setcursorposition setbuffercontents setsize min max sum first last any all take skip distinct concat
  aggregate resize empty beep escape unescape parse parseexact evaluate notify ensurecapacity item values keys
  `
    .trim()
    .split(/\s+/),
);

/** Methods that change nothing, whatever their class: also if the class changes files, runs programs or is unknown. */
const asking =
  /^(?:get|exists|enumerate|is|to|equals|compare|read|refresh|close|dispose|wait|has|specialfolders|environment|expand(?!string)|folderexists|fileexists|driveexists|buildpath|absolute)/;

/** Whether an object of a class, or a class, does nothing with a file, a host or a program if this is called. */
export function onlyComputes(type: string, method: string, isStatic: boolean): boolean {
  if (type === '') return !isStatic && (plain.has(method) || plainly.test(method));
  return isComputing(type) ? !/^(?:save|load)$/.test(method) : asking.test(method);
}

const classes: ReadonlySet<string> = new Set([...methods.keys()].map((name) => name.split('::')[0] ?? ''));

/** Whether something is known of a class. */
export const isKnownType = (type: string): boolean =>
  isComputing(type) || isFileType(type) || classes.has(type);

/** Whether objects of a class are files or folders. */
export const isFileType = (type: string): boolean => /^io\.(?:file|directory)info$/.test(type);

/** What methods of a file or folder object do with that file, and the most arguments that they take. */
export const ofFile: ReadonlyMap<string, readonly ['delete' | 'move' | 'copy' | 'write' | 'read', number]> =
  new Map([
    ['delete', ['delete', 1]],
    ['moveto', ['move', 2]],
    ['copyto', ['copy', 2]],
    ['open', ['write', 3]],
    ['openread', ['read', 0]],
    ['opentext', ['read', 0]],
    ['openwrite', ['write', 0]],
    ['create', ['write', 0]],
    ['createtext', ['write', 0]],
    ['appendtext', ['write', 0]],
  ]);

/** Methods that run a text as a script, whatever object they are called on. */
export const runsText = /^(?:invokescript|addscript|createpipeline|createnestedpipeline|newscriptblock)$/;
