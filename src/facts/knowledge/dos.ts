/** Built-ins and programs of cmd.exe; names are folded. */
export const dos = `
del,erase : /p /f /s /q /a[=text] | path:delete+ | recursive=/s offline
rd,rmdir : /s /q | path:delete+ | recursive=/s offline
copy : /v /n /y /-y /z /a /b /d /l | source:copy destination:target? | offline
xcopy : /s /e /y /i /h /r /k /c /q /f /l /d[=text] /a /m /p /v /w /t /o /x /z /b /j /exclude[=text] | source:copy destination:target? | recursive=/s,/e offline
robocopy : /e /s /mir /move /mov /purge /r[=text] /w[=text] /xd /xf /mt[=text] /np /nfl /ndl /njh /njs /z /b /copy[=text] /copyall /lev[=text] /log[=text] /l /xo /xx /is /it /dcopy[=text] /sec /zb /tee /v | source:copy destination:target file:text* | recursive
robocopy given /move,/mov : /e /s /mir /move /mov /r[=text] /w[=text] /np | source:move destination:target file:text* | recursive
move : /y /-y | source:move destination:target? | offline
ren,rename : | source:move name:text | offline
replace : /a /p /r /s /w /u | source:copy destination:target? | offline
type,more : /e /c /p /s | path:read+ | stdin=data offline
find,findstr : /v /c[=text] /n /i /s /r /l /b /e /m /x /p /f[=text] /g[=text] /d[=text] /offline | text:text path:read* | stdin=data
fc,comp : /a /b /c /l /n /t /w /u /lb[=text] | file:read+ | offline
echo : | text:text* | stdout=arguments offline
cd,chdir,pushd,popd : /d | path:text? | offline
md,mkdir : | path:write+ | offline
set,setlocal,endlocal,title,color,prompt,path,pause,cls,ver,vol,date,time,exit,goto,rem,shift,verify,assoc,ftype,mode,chcp,break,doskey,timeout,choice,whoami,hostname,systeminfo,tasklist,where,tree,dir,label,subst,ipconfig,netstat,getmac,arp,route,query,quser,gpresult,driverquery,winver,help,clip,sort,expand,waitfor,eventquery,logman,typeperf,powercfg,pnputil,dism,sfc,chkdsk,fsutil,compact,diskperf,mountvol,msinfo32,perfmon,control : /p /a /b /s /q /w /o[=text] /d[=text] /v[=text] /f /r /t[=text] /n /c /i /l /all /release /renew /flushdns /displaydns /svc /fi /fo[=text] /nh /online /cleanup-image /restorehealth /scannow | word:text* | stdin=data offline
start : /d[=text] /min /max /wait /b /i /high /low /normal /realtime | command:run |
call : | command:run |
cmd,cmd.exe : /c,/k,/r=shell-words /s /q /d /a /u /v[=text] /e[=text] | word:text* | language=cmd stdin=code
powershell,pwsh : -Command,-c=code -EncodedCommand,-e,-ec,-enc=code -File,-f=script -NoProfile,-nop -NonInteractive -ExecutionPolicy,-ep,-ex=text -WindowStyle,-w=text -NoLogo -WorkingDirectory=cwd -NoExit -OutputFormat=text -InputFormat=text -Version=text -Sta -Mta | command:code? | language=powershell stdin=code
reg : /v[=text] /ve /t[=text] /d[=text] /f /s[=text] /se[=text] /va /k /c /e /reg[=text] | action:text key:text word:text* |
regedit,regini : /s /e | file:read* |
sc,net,net1,netsh,bcdedit,vssadmin,wevtutil,wbadmin,cipher,takeown,icacls,cacls,schtasks,at,runas,shutdown,logoff,tsdiscon,taskkill,tskill,nltest,dsquery,cmdkey,klist,secedit,auditpol,bitsadmin,certreq,mshta,rundll32,regsvr32,cscript,wscript,msiexec,installutil,odbcconf,psexec,attrib,netdom,w32tm,manage-bde,winrm,winrs,mstsc,ftp,tftp,telnet,nslookup,ping,tracert,pathping,diskshadow,esentutl,makecab,extrac32,print,sxstrace,wusa,appcmd,iisreset,dnscmd,csvde,ldifde : /f /im[=text] /pid[=text] /t /create /delete /query /run /end /change /tn[=text] /tr[=text] /sc[=text] /st[=text] /ru[=text] /rp[=text] /user[=text] /add /s[=text] /r /a /c[=text] /i /q /quiet /qn /norestart /l[=text] /p[=text] /m[=text] /d[=text] /grant[=text] /deny[=text] /remove[=text] /reset /inheritance[=text] /setowner[=text] /all /shadow /w[=text] /v /h /x /g /y /e /b /n /o /u /k /download /upload /transfer /priority[=text] +r -r +h -h +s -s +a -a | word:text* | offline
wmic : /node[=host] /user[=text] /password[=text] /format[=text] /output[=write] /namespace[=text] /interactive[=text] | word:text* |
wmic process call create : | command:shell-words | language=cmd
forfiles : /p=cwd /m=text /s /d=text /c=code | word:text* | language=cmd
diskpart : /s=script | word:text* | language=diskpart stdin=code
attrib : +r -r +h -h +s -s +a -a /s /d | path:write* | recursive=/s offline keeps=content
format : /fs[=text] /v[=text] /q /y /x /c /u /p[=text] | device:write word:text* |
certutil : -urlcache -split -f -decode -encode -hashfile -addstore=text -delstore=text -verify -dump -user -p=text -importpfx -exportpfx -ping -verifyctl | word:url?* |
bitsadmin : /transfer=text /download /upload /priority=text /create=text /addfile=text /resume=text /complete=text | url:url? path:write? |
curl : -X,--request=text -d,--data=upload-at -o,--output=write -O -L -s -S -k -H,--header=literal -F,--form=upload-at -T=upload -u=text -f -v -i -I -A=text --data-binary=upload-at --url=url | url:url* |
tar : -c -x -t -z -j -v -f=read+write? -C=cwd --strip-components=text | path:read* | bundled
msiexec : /i=package /x=text /q /qn /quiet /norestart /l[=text] /passive /a=text /p=text | word:text* | manager=msi
`;
