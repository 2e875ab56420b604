/**
 * The arguments of programs that are secrets, to mask them in records; decisions do not use this table.
 * A line is `programs subcommands : arguments`. An argument is an option whose value, in the next word or in the same
 * one, is a secret. If only a part of the value is a secret, a suffix after `:` says which:
 *
 *   glued    only a value in the same word: `mysql -pSECRET`, while `mysql -p name` has none
 *   apart    only a value in the next word: `openssl enc -k SECRET`, while `-keyout` is another option
 *   after/   the part after the first `/`, or another character
 *   pair     the part after the first `=`
 *   header   the value of a header whose name says that it is a secret
 *
 * `first` and `last` are operands after the subcommand, `stdin` is what is piped to it; with `@-b` they count only if
 * that option is present. `flags=abc` are letters without a value, which may come before the letter of an option in one
 * word.
 */
export const secretArguments = `
mysql,mariadb,mycli,mysqldump,mariadb-dump,mysqladmin,mariadb-admin,mysqlimport,mysqlcheck,mysqlshow,mysqlsh,mysqlbinlog,mysqlslap,mydumper,myloader,mariabackup,mariadb-backup,xtrabackup,innobackupex,mysqlpump : -p:glued --password:glued
redis-cli,valkey-cli,keydb-cli,iredis,redis-benchmark : -a --pass
redis-cli,valkey-cli,keydb-cli auth,AUTH : last
mongosh,mongo,mongodump,mongorestore,mongoexport,mongoimport,mongostat : -p --password
sqlcmd,osql,isql,bcp,mssql-cli : -P
clickhouse-client,cqlsh,influx,cypher-shell : -p --password
sqlplus,sqlldr,expdp,impdp : first:after/
docker,podman,nerdctl,buildah,skopeo,crane,oras,helm,finch login : -p --password stdin@--password-stdin
helm,oras registry : -p --password stdin@--password-stdin
skopeo,buildah,podman : --creds:after: --src-creds:after: --dest-creds:after:
kubectl,oc create : --from-literal:pair --docker-password
kubectl,oc : --token --password
oc,argocd login : -p --password --token
az login : -p --password
az : --client-secret --account-key --sas-token --admin-password --password
aws configure : aws_secret_access_key aws_session_token
gh,glab auth : --token stdin
gh,glab,wrangler secret : -b --body stdin
vault login : first stdin
vault kv,write : operands:pair
vault unwrap : first
bw login,unlock : last
curl,curlie flags=sSfLkvigGNOJRqnaBZjl0123469 : -u:after: -U:after: --user:after: --proxy-user:after: -b:pair --cookie:pair -H:header --header:header --proxy-header:header --oauth2-bearer --pass --proxy-pass -E:after: --cert:after: --proxy-cert:after:
http,https,xh,xhs flags=vhbdcFSjf : -a:after: --auth:after: operands:header
wget,wget2 : --password --http-password --ftp-password --proxy-password --header:header
aria2c : --http-passwd --ftp-passwd --http-proxy-passwd --https-proxy-passwd --all-proxy-passwd --rpc-secret --header:header
grpcurl,websocat,hey,ab,wrk,oha : -H:header --header:header -rpc-header:header
hey,ab,oha : -a:after: -A:after:
lftp : -u:after, --password
ncftp,ncftpget,ncftpput : -p
smbclient,smbget,rpcclient : -U:after% --user:after% --password
xfreerdp,wfreerdp : /p
rdesktop : -p
rclone obscure : first
sshpass flags=ve : -p
plink,pscp,psftp : -pw
ssh-keygen flags=qyplvc : -N -P
ldapsearch,ldapmodify,ldapadd,ldapdelete,ldapwhoami,ldappasswd flags=xvLnc : -w
ldappasswd : -s -a
openssl : -passin:after: -passout:after: -pass:after: -k:apart -K:apart -hmac
openssl passwd : last
gpg,gpg2 : --passphrase stdin@--passphrase-fd
zip,zipcloak flags=reqjmvyu9 : -P
unzip flags=oqnjl : -P
7z,7za,7zr,7zz : -p:glued
rar,unrar : -p:glued -hp:glued
keytool,jarsigner : -storepass -keypass -srcstorepass -deststorepass -srckeypass -destkeypass
security : -w
security unlock-keychain,create-keychain : -p
htpasswd : last@-b
useradd,usermod : -p --password
chpasswd,cryptsetup : stdin
passwd : stdin@--stdin
sudo : stdin@-S
wpa_passphrase : last
mosquitto_pub,mosquitto_sub : -P --pw
kcat,kafkacat : -X:pair
rabbitmqctl add_user,change_password : last
svn : --password
twine : -p --password
npm,pnpm,yarn : --otp --_auth --_authToken
cargo login : first
dotnet,nuget : -k --api-key -ApiKey --password -Password
ansible-vault encrypt_string : first
ipmitool : -P
`;

/** Finds the name of any program of the table in a text, with one search. */
export const secretArgumentSign =
  /mysql|maria|mycli|mydumper|myloader|xtrabackup|innobackupex|redis|valkey|keydb|mongo|sqlcmd|isql|osql|mssql|\bbcp\b|clickhouse|cqlsh|influx|cypher|sqlplus|sqlldr|expdp|impdp|docker|podman|nerdctl|buildah|skopeo|\bcrane\b|\boras\b|helm|\bfinch\b|kubectl|\boc\b|argocd|\baz\b|\baws\b|\bgh\b|glab|wrangler|vault|\bbw\b|curl|http|\bxhs?\b|wget|aria2c|websocat|\bhey\b|\bab\b|\bwrk\b|\boha\b|ftp|smb|rpcclient|freerdp|rdesktop|rclone|sshpass|plink|pscp|keygen|ldap|openssl|gpg|zip|\b7z|\b(?:un)?rar\b|keytool|jarsigner|security|passw|useradd|usermod|cryptsetup|sudo|wpa_|mosquitto|kcat|kafkacat|rabbitmq|\bsvn\b|twine|npm|yarn|cargo|dotnet|nuget|ipmitool/;

/** The names of the programs of the table. */
export const secretArgumentPrograms = (): readonly string[] =>
  secretArguments
    .trim()
    .split('\n')
    .flatMap((line) => line.slice(0, line.indexOf(' ')).split(','));
