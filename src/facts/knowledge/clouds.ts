/** Clouds, platforms and what describes machines as code. What they destroy is told by their words; what they read, write and send is here. */

const s3 = `
  --recursive --dryrun --quiet --only-show-errors --no-progress --exclude=text --include=text --acl=text
  --sse[=text] --sse-c=text --sse-c-key=text --sse-kms-key-id=text --storage-class=text
  --content-type=text --cache-control=text --content-disposition=text --content-encoding=text
  --content-language=text --expires=text --metadata=text --metadata-directive=text --source-region=text
  --grants=text --expected-size=text --follow-symlinks --no-follow-symlinks --no-guess-mime-type
  --force-glacier-transfer --ignore-glacier-warnings --request-payer[=text] --page-size=text
  --website-redirect=text --checksum-algorithm=text --copy-props=text
`;

const tf = `
  -var=text -var-file=read -target=text -lock[=text] -lock-timeout=text -input[=text] -no-color
  -parallelism=text -state=read?+write? -state-out=write -backup=text -refresh[=text] -compact-warnings
  -json -replace=text -exclude=text -target-file=read -concise -show-sensitive
`;

const pulumi = `
  -y,--yes -f,--skip-preview --diff -m,--message=literal --parallel=text -p=text --refresh[=text] -r
  --show-config --show-full-output[=text] --show-sames -t,--target=text --target-dependents --exclude=text
  --exclude-dependents --debug -d --policy-pack=text --policy-pack-config=text --suppress-outputs
  --suppress-progress --continue-on-error --run-program[=text] --remote --attach-debugger[=text]
`;

const ansible = `
  -i,--inventory,--inventory-file=read -e,--extra-vars=text -b,--become --become-method=text
  --become-user=text -K,--ask-become-pass -k,--ask-pass --connection-password-file=text
  --become-password-file=text -u,--user=text -c,--connection=text -l,--limit=text -f,--forks=text
  -C,--check -D,--diff -M,--module-path=text --private-key,--key-file=text
  --vault-password-file,--vault-pass-file=text --vault-id=text -J,--ask-vault-password -T,--timeout=text
  --ssh-common-args=text --ssh-extra-args=text --scp-extra-args=text --sftp-extra-args=text -v,--verbose
  --list-hosts --syntax-check --task-timeout=text --flush-cache
`;

export const clouds = `
aws : --profile=<aws-value> --region=<aws-value> --output=<aws-value> --query=<aws-value> --endpoint-url=url --no-verify-ssl
  --no-paginate --no-cli-pager --no-sign-request --ca-bundle=read --cli-read-timeout=<aws-value>
  --cli-connect-timeout=<aws-value> --cli-input-json=<aws-value> --cli-input-yaml=<aws-value> --cli-binary-format=<aws-value>
  --color=<aws-value> --debug --no-cli-auto-prompt --cli-auto-prompt --generate-cli-skeleton[=<aws-value>] --dry-run
  --no-dry-run --max-items=<aws-value> --page-size=<aws-value> --starting-token=<aws-value> --instance-ids=<aws-value>
  --instance-id=<aws-value> --volume-id=<aws-value> --snapshot-id=<aws-value> --image-id=<aws-value> --group-id=<aws-value> --group-ids=<aws-value>
  --vpc-id=<aws-value> --subnet-id=<aws-value> --bucket=<aws-value> --key=<aws-value> --body=upload --table-name=<aws-value>
  --db-instance-identifier=<aws-value> --db-cluster-identifier=<aws-value> --stack-name=<aws-value> --function-name=<aws-value>
  --user-name=<aws-value> --role-name=role:<aws-value> --policy-name=<aws-value> --policy-arn=<aws-value> --policy-document=<aws-value>
  --secret-id=secret:<aws-value> --secret-string=<aws-value> --name=<aws-value> --names=<aws-value> --value=<aws-value> --filters=<aws-value>
  --tags=<aws-value> --cluster=<aws-value> --cluster-name=<aws-value> --service=<aws-value> --payload=<aws-value> --zip-file=<aws-value>
  --template-body=<aws-value> --template-file=read --template-url=url --parameters=<aws-value>
  --parameter-overrides=<aws-value> --capabilities=<aws-value> --document-name=<aws-value> --targets=<aws-value> --start-time=<aws-value>
  --end-time=<aws-value> --log-group-name=<aws-value> --log-stream-name=<aws-value> --queue-url=url --topic-arn=<aws-value>
  --message=<aws-value> --message-body=<aws-value> --distribution-id=<aws-value> --hosted-zone-id=<aws-value> --repository-name=<aws-value>
  --access-key-id=<aws-value> --key-name=<aws-value> --key-id=<aws-value> --type=<aws-value> --description=<aws-value> --owners=<aws-value>
  --role-arn=<aws-value> --role-session-name=<aws-value> --file-system-id=<aws-value> --load-balancer-arn=<aws-value> --policy=<aws-value>
  --acl=<aws-value> --version-id=<aws-value> --versioning-configuration=<aws-value> --public-access-block-configuration=<aws-value>
  --lifecycle-configuration=<aws-value> --grant-read=<aws-value> --grant-full-control=<aws-value> --group-name=<aws-value>
  --protocol=<aws-value> --port=<aws-value> --cidr=<aws-value> --ip-permissions=<aws-value> --allocation-id=<aws-value> --user-data=<aws-value>
  --count=<aws-value> --instance-type=<aws-value> --attribute=<aws-value> --create-volume-permission=<aws-value>
  --launch-permission=<aws-value> --operation-type=<aws-value> --db-snapshot-identifier=<aws-value>
  --final-db-snapshot-identifier=<aws-value> --master-user-password=<aws-value> --attribute-name=<aws-value>
  --values-to-add=<aws-value> --backup-arn=<aws-value> --request-items=<aws-value> --retain-resources=<aws-value> --deletion-mode=<aws-value>
  --change-set-name=<aws-value> --stack-set-name=<aws-value> --image-uri=<aws-value> --s3-bucket=<aws-value> --s3-key=<aws-value>
  --runtime=<aws-value> --role=<aws-value> --handler=<aws-value> --environment=<aws-value> --timeout=<aws-value> --memory-size=<aws-value>
  --layers=<aws-value> --principal=<aws-value> --statement-id=<aws-value> --action=<aws-value> --source-arn=<aws-value> --qualifier=<aws-value>
  --layer-name=<aws-value> --version-number=<aws-value> --uuid=<aws-value> --assume-role-policy-document=<aws-value> --password=<aws-value>
  --status=<aws-value> --path=<aws-value> --serial-number=<aws-value> --instance-profile-name=<aws-value> --secret-id-list=<aws-value>
  --version-stage=<aws-value> --secret-binary=<aws-value> --recovery-window-in-days=<aws-value> --target=<aws-value> --session-id=<aws-value>
  --comment=<aws-value> --timeout-seconds=<aws-value> --output-s3-bucket-name=<aws-value> --duration-seconds=<aws-value>
  --token-code=<aws-value> --external-id=<aws-value> --web-identity-token=<aws-value> --format=<aws-value> --sso-session=<aws-value>
  --image-ids=<aws-value> --registry-id=<aws-value> --task=<aws-value> --task-definition=<aws-value> --desired-count=<aws-value>
  --launch-type=<aws-value> --network-configuration=<aws-value> --overrides=<aws-value> --reason=<aws-value> --nodegroup-name=<aws-value>
  --fargate-profile-name=<aws-value> --addon-name=<aws-value> --pending-window-in-days=<aws-value> --alias-name=<aws-value>
  --ciphertext-blob=<aws-value> --id=<aws-value> --change-batch=<aws-value> | service:text? operation:text? argument:text* |
  connects=amazonaws.com
aws s3 cp : ${s3} | source:remote-read target:remote-write | recursive=--recursive connects=amazonaws.com
aws s3 mv : ${s3} | source:delete?+remote-read target:remote-write | recursive=--recursive
  connects=amazonaws.com
aws s3 sync : ${s3} --delete --exact-timestamps --size-only | source:remote-read target:remote-write |
  recursive connects=amazonaws.com
aws s3 rm : ${s3} --versions | location:text | connects=amazonaws.com
aws s3 rb : --force | bucket:text | connects=amazonaws.com
aws s3 mb : | bucket:text | connects=amazonaws.com
aws s3 ls : --recursive --human-readable --summarize --request-payer[=text] | location:text? |
  connects=amazonaws.com
aws s3 presign : --expires-in=text | location:text | connects=amazonaws.com
aws s3 website : --index-document=text --error-document=text | bucket:text | connects=amazonaws.com
aws s3api get-object : --version-id=text --range=text | file:write | connects=amazonaws.com
aws s3api put-object : --acl=text --content-type=text --metadata=text --storage-class=text
  --server-side-encryption=text --tagging=text | | connects=s3.amazonaws.com
aws cloudformation deploy/create-stack/update-stack : --s3-bucket=text --s3-prefix=text
  --no-execute-changeset --no-fail-on-empty-changeset --force-upload --disable-rollback | |
  connects=amazonaws.com
aws cloudformation package : --s3-bucket=text --s3-prefix=text --output-template-file=write --use-json
  --force-upload --kms-key-id=text | | connects=amazonaws.com
aws lambda invoke : --invocation-type=text --log-type=text --qualifier=text --client-context=text |
  file:write | connects=amazonaws.com
aws ecs execute-command : --task=text --container=text --command=shell --interactive | | elsewhere
  connects=amazonaws.com
aws eks update-kubeconfig : --kubeconfig=write --alias=text --user-alias=text | | connects=amazonaws.com
aws elasticache delete-cache-cluster : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws elasticache delete-replication-group : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws redshift delete-cluster : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws opensearch delete-domain : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws es delete-elasticsearch-domain : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws docdb delete-db-cluster : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws neptune delete-db-cluster : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws efs delete-file-system : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws fsx delete-file-system : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws backup delete-backup-vault : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws backup delete-recovery-point : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws glacier delete-vault : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws sqs delete-queue : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws sqs purge-queue : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot --id=text
  --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text --environment-name=text
  --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text --user-pool-id=text
  --detector-id=text | | connects=amazonaws.com
aws sns delete-topic : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws logs delete-log-group : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws logs delete-log-stream : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws cloudtrail stop-logging : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws cloudtrail delete-trail : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws guardduty delete-detector : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws config delete-configuration-recorder : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws config stop-configuration-recorder : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws cognito-idp delete-user-pool : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws elbv2 delete-load-balancer : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws elb delete-load-balancer : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws autoscaling delete-auto-scaling-group : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws elasticbeanstalk terminate-environment : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws elasticbeanstalk delete-application : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws cloudfront delete-distribution : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws apigateway delete-rest-api : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws apigatewayv2 delete-api : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws organizations leave-organization : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws organizations close-account : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws glue delete-database : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws glue delete-table : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws athena delete-work-group : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws kinesis delete-stream : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws stepfunctions delete-state-machine : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws emr terminate-clusters : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws batch delete-job-queue : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws codecommit delete-repository : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws codebuild delete-project : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws codepipeline delete-pipeline : --force --force-delete --skip-final-snapshot
  --skip-final-cluster-snapshot --id=text --cluster-identifier=text --cache-cluster-id=text
  --replication-group-id=text --environment-name=text --auto-scaling-group-name=text
  --load-balancer-name=text --domain-name=text --user-pool-id=text --detector-id=text | |
  connects=amazonaws.com
aws amplify delete-app : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws apprunner delete-service : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws lightsail delete-instance : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws sagemaker delete-endpoint : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
aws acm delete-certificate : --force --force-delete --skip-final-snapshot --skip-final-cluster-snapshot
  --id=text --cluster-identifier=text --cache-cluster-id=text --replication-group-id=text
  --environment-name=text --auto-scaling-group-name=text --load-balancer-name=text --domain-name=text
  --user-pool-id=text --detector-id=text | | connects=amazonaws.com
gcloud : --project=text --account=text --configuration=text --format=literal --filter=literal -q,--quiet
  --verbosity=text --impersonate-service-account=text --billing-project=text --access-token-file=read
  --flags-file=read --flatten=text --log-http --trace-token=text --user-output-enabled[=text] --limit=text
  --page-size=text --sort-by=text --uri --async --zone=text --region=text --location=text
  --keep-disks=text --delete-disks=text --metadata=text --metadata-from-file=text
  --machine-type=text --image=text --image-family=text --image-project=text --boot-disk-size=text
  --scopes=text --service-account=text --tags=text --network=text --subnet=text --allow=text --rules=text
  --action=text --source-ranges=text --direction=text --priority=text --target-tags=text --name=text
  --organization=text --folder=text --member=text --role=text --condition=text --display-name=literal
  --iam-account=text --audiences=text --lifetime=text --restore-instance=text --backup-instance=text
  --authorized-networks=text --instance=text --host=text --password=text --database=text --user=text
  --num-nodes=text --node-pool=text --cluster-version=text --cluster=text --platform=text --service=text
  --key=text --keyring=text --type=text | argument:text* | connects=googleapis.com
gcloud compute ssh : --command=shell --ssh-key-file=text --ssh-flag=text --strict-host-key-checking=text
  --tunnel-through-iap --internal-ip --dry-run --plain --container=text --force-key-file-overwrite |
  instance:host argument:text* | elsewhere connects=googleapis.com
gcloud compute scp : --recurse --recursive --compress --port=text --plain --scp-flag=text
  --ssh-key-file=text --tunnel-through-iap --internal-ip --strict-host-key-checking=text --dry-run |
  source:remote-read+ target:remote-write | recursive=--recurse,--recursive connects=googleapis.com
gcloud iam service-accounts keys create : --iam-account=text --key-file-type=text | file:write |
  connects=googleapis.com
gcloud iam roles create/update/delete : --permissions=text --file=read --stage=text --title=literal
  --organization=text | role:text | connects=googleapis.com
gcloud auth login/revoke/list/configure-docker/activate-service-account : --key-file=read --cred-file=read
  --no-launch-browser --brief --all --update-adc | account:text? | connects=googleapis.com
gcloud auth application-default login/revoke/print-access-token/set-quota-project : --scopes=text
  --client-id-file=read --no-launch-browser | argument:text* | connects=googleapis.com
gcloud secrets versions access/destroy/disable/add : --secret=secret:text --data-file=read
  --out-file=write | version:text? | connects=googleapis.com
gcloud secrets create/delete/update : --data-file=read --replication-policy=text --locations=text
  --labels=literal | secret:text | connects=googleapis.com
gcloud storage cp/mv : -r,-R,--recursive -n,--no-clobber -c,--continue-on-error -z=text -Z
  --gzip-in-flight=text --cache-control=text --content-type=text --canned-acl=text --predefined-acl=text
  -a=text --storage-class=text -s=text --manifest-path=text | source:remote-read+ target:remote-write |
  recursive=-r,-R,--recursive connects=googleapis.com
gcloud storage rsync : -r,-R,--recursive --delete-unmatched-destination-objects -d -x,--exclude=text
  -c,--checksums-only -n,--dry-run -u,--skip-if-dest-has-newer-mtime | source:remote-read
  target:remote-write | recursive=-r,-R,--recursive connects=googleapis.com
gcloud storage rm : -r,-R,--recursive -a,--all-versions -c,--continue-on-error --exclude-managed-folders |
  location:url+ | connects=googleapis.com
gcloud storage buckets delete : -c,--continue-on-error | bucket:url+ | connects=googleapis.com
gcloud storage buckets create/update/add-iam-policy-binding : --member=member:text --role=role:text
  --uniform-bucket-level-access --public-access-prevention | bucket:url | connects=googleapis.com
gcloud storage ls/cat/du : -r,-R,--recursive -l,--long -a,--all-versions | location:url* |
  connects=googleapis.com
gcloud sql export sql/csv/bak : -d,--database=text -t,--table=text --query=literal --offload | instance:text
  location:url | connects=googleapis.com
gcloud sql import sql/csv/bak : -d,--database=text --table=text --user=text | instance:text location:url |
  connects=googleapis.com
gcloud run deploy : --image=image:text --source=read --allow-unauthenticated --no-allow-unauthenticated
  --set-env-vars=text --update-env-vars=text --set-secrets=text --service-account=text --platform=text
  --port=text --memory=text --cpu=text --max-instances=text --min-instances=text --timeout=text
  --concurrency=text --env-vars-file=read --command=text --args=text | service:text? |
  connects=googleapis.com
gcloud functions deploy : --runtime=text --trigger-http --trigger-topic=text --trigger-event=text
  --trigger-resource=text --entry-point=text --source=read --gen2 --allow-unauthenticated
  --set-env-vars=text --env-vars-file=read --memory=text --timeout=text --service-account=text | name:text
  | connects=googleapis.com
gcloud app deploy : --version=text -v=text --no-promote --promote --image-url=image:text --bucket=text
  --stop-previous-version | file:read* | connects=googleapis.com
gcloud kms encrypt/decrypt : --key=text --keyring=text --plaintext-file=write?+read
  --ciphertext-file=write?+read | | connects=googleapis.com
gcloud firestore export : --collection-ids=text --database=text | location:url | connects=googleapis.com
gcloud builds submit : --config=read --tag=text -t=text --substitutions=text --no-source
  --gcs-source-staging-dir=text --timeout=text --machine-type=text --ignore-file=read --pack=text |
  source:upload? | connects=cloudbuild.googleapis.com
gcloud beta compute ssh : --command=shell --ssh-key-file=text --ssh-flag=text
  --strict-host-key-checking=text --tunnel-through-iap --internal-ip --dry-run --plain --container=text
  --force-key-file-overwrite | instance:host argument:text* | elsewhere connects=googleapis.com
gcloud beta compute scp : --recurse --recursive --compress --port=text --plain --scp-flag=text
  --ssh-key-file=text --tunnel-through-iap --internal-ip --strict-host-key-checking=text --dry-run |
  source:remote-read+ target:remote-write | recursive=--recurse,--recursive connects=googleapis.com
gcloud beta iam service-accounts keys create : --iam-account=text --key-file-type=text | file:write |
  connects=googleapis.com
gcloud beta iam roles create/update/delete : --permissions=text --file=read --stage=text --title=literal
  --organization=text | role:text | connects=googleapis.com
gcloud beta auth login/revoke/list/configure-docker/activate-service-account : --key-file=read
  --cred-file=read --no-launch-browser --brief --all --update-adc | account:text? |
  connects=googleapis.com
gcloud beta auth application-default login/revoke/print-access-token/set-quota-project : --scopes=text
  --client-id-file=read --no-launch-browser | argument:text* | connects=googleapis.com
gcloud beta secrets versions access/destroy/disable/add : --secret=secret:text --data-file=read
  --out-file=write | version:text? | connects=googleapis.com
gcloud beta secrets create/delete/update : --data-file=read --replication-policy=text --locations=text
  --labels=literal | secret:text | connects=googleapis.com
gcloud beta storage cp/mv : -r,-R,--recursive -n,--no-clobber -c,--continue-on-error -z=text -Z
  --gzip-in-flight=text --cache-control=text --content-type=text --canned-acl=text --predefined-acl=text
  -a=text --storage-class=text -s=text --manifest-path=text | source:remote-read+ target:remote-write |
  recursive=-r,-R,--recursive connects=googleapis.com
gcloud beta storage rsync : -r,-R,--recursive --delete-unmatched-destination-objects -d -x,--exclude=text
  -c,--checksums-only -n,--dry-run -u,--skip-if-dest-has-newer-mtime | source:remote-read
  target:remote-write | recursive=-r,-R,--recursive connects=googleapis.com
gcloud beta storage rm : -r,-R,--recursive -a,--all-versions -c,--continue-on-error
  --exclude-managed-folders | location:url+ | connects=googleapis.com
gcloud beta storage buckets delete : -c,--continue-on-error | bucket:url+ | connects=googleapis.com
gcloud beta storage buckets create/update/add-iam-policy-binding : --member=member:text --role=role:text
  --uniform-bucket-level-access --public-access-prevention | bucket:url | connects=googleapis.com
gcloud beta storage ls/cat/du : -r,-R,--recursive -l,--long -a,--all-versions | location:url* |
  connects=googleapis.com
gcloud beta sql export sql/csv/bak : -d,--database=text -t,--table=text --query=literal --offload |
  instance:text location:url | connects=googleapis.com
gcloud beta sql import sql/csv/bak : -d,--database=text --table=text --user=text | instance:text
  location:url | connects=googleapis.com
gcloud beta run deploy : --image=image:text --source=read --allow-unauthenticated
  --no-allow-unauthenticated --set-env-vars=text --update-env-vars=text --set-secrets=text
  --service-account=text --platform=text --port=text --memory=text --cpu=text --max-instances=text
  --min-instances=text --timeout=text --concurrency=text --env-vars-file=read --command=text --args=text |
  service:text? | connects=googleapis.com
gcloud beta functions deploy : --runtime=text --trigger-http --trigger-topic=text --trigger-event=text
  --trigger-resource=text --entry-point=text --source=read --gen2 --allow-unauthenticated
  --set-env-vars=text --env-vars-file=read --memory=text --timeout=text --service-account=text | name:text
  | connects=googleapis.com
gcloud beta app deploy : --version=text -v=text --no-promote --promote --image-url=image:text
  --bucket=text --stop-previous-version | file:read* | connects=googleapis.com
gcloud beta kms encrypt/decrypt : --key=text --keyring=text --plaintext-file=write?+read
  --ciphertext-file=write?+read | | connects=googleapis.com
gcloud beta firestore export : --collection-ids=text --database=text | location:url |
  connects=googleapis.com
gcloud beta builds submit : --config=read --tag=text -t=text --substitutions=text --no-source
  --gcs-source-staging-dir=text --timeout=text --machine-type=text --ignore-file=read --pack=text |
  source:upload? | connects=cloudbuild.googleapis.com
gcloud alpha compute ssh : --command=shell --ssh-key-file=text --ssh-flag=text
  --strict-host-key-checking=text --tunnel-through-iap --internal-ip --dry-run --plain --container=text
  --force-key-file-overwrite | instance:host argument:text* | elsewhere connects=googleapis.com
gcloud alpha compute scp : --recurse --recursive --compress --port=text --plain --scp-flag=text
  --ssh-key-file=text --tunnel-through-iap --internal-ip --strict-host-key-checking=text --dry-run |
  source:remote-read+ target:remote-write | recursive=--recurse,--recursive connects=googleapis.com
gcloud alpha iam service-accounts keys create : --iam-account=text --key-file-type=text | file:write |
  connects=googleapis.com
gcloud alpha iam roles create/update/delete : --permissions=text --file=read --stage=text --title=literal
  --organization=text | role:text | connects=googleapis.com
gcloud alpha auth login/revoke/list/configure-docker/activate-service-account : --key-file=read
  --cred-file=read --no-launch-browser --brief --all --update-adc | account:text? |
  connects=googleapis.com
gcloud alpha auth application-default login/revoke/print-access-token/set-quota-project : --scopes=text
  --client-id-file=read --no-launch-browser | argument:text* | connects=googleapis.com
gcloud alpha secrets versions access/destroy/disable/add : --secret=secret:text --data-file=read
  --out-file=write | version:text? | connects=googleapis.com
gcloud alpha secrets create/delete/update : --data-file=read --replication-policy=text --locations=text
  --labels=literal | secret:text | connects=googleapis.com
gcloud alpha storage cp/mv : -r,-R,--recursive -n,--no-clobber -c,--continue-on-error -z=text -Z
  --gzip-in-flight=text --cache-control=text --content-type=text --canned-acl=text --predefined-acl=text
  -a=text --storage-class=text -s=text --manifest-path=text | source:remote-read+ target:remote-write |
  recursive=-r,-R,--recursive connects=googleapis.com
gcloud alpha storage rsync : -r,-R,--recursive --delete-unmatched-destination-objects -d -x,--exclude=text
  -c,--checksums-only -n,--dry-run -u,--skip-if-dest-has-newer-mtime | source:remote-read
  target:remote-write | recursive=-r,-R,--recursive connects=googleapis.com
gcloud alpha storage rm : -r,-R,--recursive -a,--all-versions -c,--continue-on-error
  --exclude-managed-folders | location:url+ | connects=googleapis.com
gcloud alpha storage buckets delete : -c,--continue-on-error | bucket:url+ | connects=googleapis.com
gcloud alpha storage buckets create/update/add-iam-policy-binding : --member=member:text --role=role:text
  --uniform-bucket-level-access --public-access-prevention | bucket:url | connects=googleapis.com
gcloud alpha storage ls/cat/du : -r,-R,--recursive -l,--long -a,--all-versions | location:url* |
  connects=googleapis.com
gcloud alpha sql export sql/csv/bak : -d,--database=text -t,--table=text --query=literal --offload |
  instance:text location:url | connects=googleapis.com
gcloud alpha sql import sql/csv/bak : -d,--database=text --table=text --user=text | instance:text
  location:url | connects=googleapis.com
gcloud alpha run deploy : --image=image:text --source=read --allow-unauthenticated
  --no-allow-unauthenticated --set-env-vars=text --update-env-vars=text --set-secrets=text
  --service-account=text --platform=text --port=text --memory=text --cpu=text --max-instances=text
  --min-instances=text --timeout=text --concurrency=text --env-vars-file=read --command=text --args=text |
  service:text? | connects=googleapis.com
gcloud alpha functions deploy : --runtime=text --trigger-http --trigger-topic=text --trigger-event=text
  --trigger-resource=text --entry-point=text --source=read --gen2 --allow-unauthenticated
  --set-env-vars=text --env-vars-file=read --memory=text --timeout=text --service-account=text | name:text
  | connects=googleapis.com
gcloud alpha app deploy : --version=text -v=text --no-promote --promote --image-url=image:text
  --bucket=text --stop-previous-version | file:read* | connects=googleapis.com
gcloud alpha kms encrypt/decrypt : --key=text --keyring=text --plaintext-file=write?+read
  --ciphertext-file=write?+read | | connects=googleapis.com
gcloud alpha firestore export : --collection-ids=text --database=text | location:url |
  connects=googleapis.com
gcloud alpha builds submit : --config=read --tag=text -t=text --substitutions=text --no-source
  --gcs-source-staging-dir=text --timeout=text --machine-type=text --ignore-file=read --pack=text |
  source:upload? | connects=cloudbuild.googleapis.com
gsutil : -m -q -o=text -h=text -D -u=text -i=text | argument:text* | connects=storage.googleapis.com
gsutil cp : -r,-R -n -c -e -I -j=text -J -L=write -p -P -s=text -U -v -z=text -Z -a=text -A |
  source:remote-read+ target:remote-write | recursive=-r,-R connects=storage.googleapis.com
gsutil mv : -n -c | source:delete?+remote-read+ target:remote-write | recursive
  connects=storage.googleapis.com
gsutil rsync : -r,-R -d -n -c -e -C -x=text -y=text -u -U -p -P -a=text -j=text -J -i | source:remote-read
  target:remote-write | recursive=-r,-R connects=storage.googleapis.com
gsutil rm : -r,-R -a -f -I | location:url+ | connects=storage.googleapis.com
gsutil rb : -f | bucket:url+ | connects=storage.googleapis.com
gsutil mb : -c=text -l=text -p=text -s=text -b=text --pap=text | bucket:url+ |
  connects=storage.googleapis.com
gsutil ls : -l -L -b -r,-R -a -d -e -h | location:url* | connects=storage.googleapis.com
gsutil cat : -h -r=text | location:url+ | connects=storage.googleapis.com
bq : --project_id=text --dataset_id=text --location=text --format=literal -q,--quiet --headless
  --synchronous_mode --apilog=text --credential_file=read --service_account=text
  --service_account_credential_file=read --application_default_credential_file=read --schema=text
  --description=literal --view=text --expiration=text --label=literal --set_label=text --max_rows=text |
  argument:text* | connects=bigquery.googleapis.com
bq query : --use_legacy_sql[=text] --nouse_legacy_sql --destination_table=text --replace --append_table
  --dry_run --max_rows=text -n=text --parameter=text --batch --maximum_bytes_billed=text --flagfile=read |
  sql:code? | language=sql stdin=code connects=bigquery.googleapis.com
bq rm : -r,--recursive -f,--force -t,--table -d,--dataset -m,--model -j,--job --routine | name:text |
  connects=bigquery.googleapis.com
bq load : --source_format=text --autodetect --replace --skip_leading_rows=text --schema=text
  --field_delimiter=text -F=text --time_partitioning_field=text --max_bad_records=text | table:text
  source:upload schema:text? | connects=bigquery.googleapis.com
bq extract : --destination_format=text --compression=text --field_delimiter=text --noprint_header |
  table:text location:url+ | connects=bigquery.googleapis.com
az : -g,--resource-group=text -n,--name=text -o,--output=text --query=literal --subscription=text --debug
  --verbose --only-show-errors -l,--location=text --ids=text --no-wait -y,--yes
  --force-deletion-types=text --server=text --account-name=text --vault-name=text
  --cluster-name=text --registry=text --id=text --assignee=text --role=text --scope=text --auth-mode=text
  --account-key=text --container-name=text --source=text --sas-token=text --connection-string=text
  --pattern=literal --delete-snapshots=text --share-name=text --path=text --vm-name=text --publisher=text
  --settings=text --protected-settings=text --version=text --runtime=text --sku=text --plan=text
  --os-type=text | argument:text* | connects=management.azure.com
az group create : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az role assignment create : --assignee=text --role=role:text --scope=text --scopes=text
  --display-name=literal --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url
  -p,--parameters=text --image=text --size=text --admin-username=text --admin-password=text
  --ssh-key-values=text --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text
  --access=text --direction=text --source-address-prefixes=text --destination-port-ranges=text --mode=text
  --lock-type=text --vault-name=text --object-id=text --secret-permissions=text | |
  connects=management.azure.com
az ad sp create-for-rbac : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az ad app create : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az ad app credential reset : --assignee=text --role=role:text --scope=text --scopes=text
  --display-name=literal --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url
  -p,--parameters=text --image=text --size=text --admin-username=text --admin-password=text
  --ssh-key-values=text --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text
  --access=text --direction=text --source-address-prefixes=text --destination-port-ranges=text --mode=text
  --lock-type=text --vault-name=text --object-id=text --secret-permissions=text | |
  connects=management.azure.com
az ad sp credential reset : --assignee=text --role=role:text --scope=text --scopes=text
  --display-name=literal --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url
  -p,--parameters=text --image=text --size=text --admin-username=text --admin-password=text
  --ssh-key-values=text --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text
  --access=text --direction=text --source-address-prefixes=text --destination-port-ranges=text --mode=text
  --lock-type=text --vault-name=text --object-id=text --secret-permissions=text | |
  connects=management.azure.com
az keyvault set-policy : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az network nsg rule create : --assignee=text --role=role:text --scope=text --scopes=text
  --display-name=literal --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url
  -p,--parameters=text --image=text --size=text --admin-username=text --admin-password=text
  --ssh-key-values=text --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text
  --access=text --direction=text --source-address-prefixes=text --destination-port-ranges=text --mode=text
  --lock-type=text --vault-name=text --object-id=text --secret-permissions=text | |
  connects=management.azure.com
az lock create : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az vm create : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az aks create : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az deployment group create : --assignee=text --role=role:text --scope=text --scopes=text
  --display-name=literal --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url
  -p,--parameters=text --image=text --size=text --admin-username=text --admin-password=text
  --ssh-key-values=text --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text
  --access=text --direction=text --source-address-prefixes=text --destination-port-ranges=text --mode=text
  --lock-type=text --vault-name=text --object-id=text --secret-permissions=text | |
  connects=management.azure.com
az deployment sub create : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az webapp create : --assignee=text --role=role:text --scope=text --scopes=text --display-name=literal
  --years=text --sdk-auth --append -f,--template-file=read -u,--template-uri=url -p,--parameters=text
  --image=text --size=text --admin-username=text --admin-password=text --ssh-key-values=text
  --generate-ssh-keys --custom-data=read --nsg-name=text --priority=text --access=text --direction=text
  --source-address-prefixes=text --destination-port-ranges=text --mode=text --lock-type=text
  --vault-name=text --object-id=text --secret-permissions=text | | connects=management.azure.com
az keyvault secret show : --vault-name=text -n,--name=secret:text --value=text -f,--file=read?+write?
  --id=text --version=text -e,--encoding=text | | connects=management.azure.com
az keyvault secret download : --vault-name=text -n,--name=secret:text --value=text -f,--file=read?+write?
  --id=text --version=text -e,--encoding=text | | connects=management.azure.com
az keyvault secret set : --vault-name=text -n,--name=secret:text --value=text -f,--file=read?+write?
  --id=text --version=text -e,--encoding=text | | connects=management.azure.com
az keyvault secret list : --vault-name=text -n,--name=secret:text --value=text -f,--file=read?+write?
  --id=text --version=text -e,--encoding=text | | connects=management.azure.com
az keyvault key download : --vault-name=text -n,--name=secret:text --value=text -f,--file=read?+write?
  --id=text --version=text -e,--encoding=text | | connects=management.azure.com
az keyvault certificate download : --vault-name=text -n,--name=secret:text --value=text
  -f,--file=read?+write? --id=text --version=text -e,--encoding=text | | connects=management.azure.com
az storage blob upload : -f,--file,--source=upload -s=upload -d,--destination=text
  -c,--container-name=text --account-name=text --account-key=text --sas-token=text
  --connection-string=text --auth-mode=text --overwrite[=text] --pattern=literal --destination-path=text
  --share-name=text -p,--path=text --data=text --content-type=text --type=text -t=text --no-progress | |
  recursive connects=blob.core.windows.net
az storage blob upload-batch : -f,--file,--source=upload -s=upload -d,--destination=text
  -c,--container-name=text --account-name=text --account-key=text --sas-token=text
  --connection-string=text --auth-mode=text --overwrite[=text] --pattern=literal --destination-path=text
  --share-name=text -p,--path=text --data=text --content-type=text --type=text -t=text --no-progress | |
  recursive connects=blob.core.windows.net
az storage file upload : -f,--file,--source=upload -s=upload -d,--destination=text
  -c,--container-name=text --account-name=text --account-key=text --sas-token=text
  --connection-string=text --auth-mode=text --overwrite[=text] --pattern=literal --destination-path=text
  --share-name=text -p,--path=text --data=text --content-type=text --type=text -t=text --no-progress | |
  recursive connects=blob.core.windows.net
az storage file upload-batch : -f,--file,--source=upload -s=upload -d,--destination=text
  -c,--container-name=text --account-name=text --account-key=text --sas-token=text
  --connection-string=text --auth-mode=text --overwrite[=text] --pattern=literal --destination-path=text
  --share-name=text -p,--path=text --data=text --content-type=text --type=text -t=text --no-progress | |
  recursive connects=blob.core.windows.net
az storage blob download : -f,--file=write -d,--destination=write -s,--source=text
  -c,--container-name=text --account-name=text --account-key=text --sas-token=text
  --connection-string=text --auth-mode=text --overwrite[=text] --pattern=literal --share-name=text
  -p,--path=text --dest=text --no-progress | | connects=management.azure.com
az storage blob download-batch : -f,--file=write -d,--destination=write -s,--source=text
  -c,--container-name=text --account-name=text --account-key=text --sas-token=text
  --connection-string=text --auth-mode=text --overwrite[=text] --pattern=literal --share-name=text
  -p,--path=text --dest=text --no-progress | | connects=management.azure.com
az storage file download : -f,--file=write -d,--destination=write -s,--source=text
  -c,--container-name=text --account-name=text --account-key=text --sas-token=text
  --connection-string=text --auth-mode=text --overwrite[=text] --pattern=literal --share-name=text
  -p,--path=text --dest=text --no-progress | | connects=management.azure.com
az storage file download-batch : -f,--file=write -d,--destination=write -s,--source=text
  -c,--container-name=text --account-name=text --account-key=text --sas-token=text
  --connection-string=text --auth-mode=text --overwrite[=text] --pattern=literal --share-name=text
  -p,--path=text --dest=text --no-progress | | connects=management.azure.com
az storage account keys list : --account-name=text -f,--file=write -a,--admin --overwrite-existing
  --resource=text --scope=text --context=text | | connects=management.azure.com
az acr credential show : --account-name=text -f,--file=write -a,--admin --overwrite-existing
  --resource=text --scope=text --context=text | | connects=management.azure.com
az cosmosdb keys list : --account-name=text -f,--file=write -a,--admin --overwrite-existing
  --resource=text --scope=text --context=text | | connects=management.azure.com
az redis list-keys : --account-name=text -f,--file=write -a,--admin --overwrite-existing --resource=text
  --scope=text --context=text | | connects=management.azure.com
az account get-access-token : --account-name=text -f,--file=write -a,--admin --overwrite-existing
  --resource=text --scope=text --context=text | | connects=management.azure.com
az aks get-credentials : --account-name=text -f,--file=write -a,--admin --overwrite-existing
  --resource=text --scope=text --context=text | | connects=management.azure.com
az vm run-command invoke : --command-id=text --scripts=shell --parameters=text | | elsewhere
  connects=management.azure.com
az aks command invoke : -c,--command=shell -f,--file=read | | elsewhere connects=management.azure.com
az acr build : -r,--registry=text -t,--image=text -f,--file=text --build-arg=text --no-push
  --platform=text --target=text | source:upload? | connects=azurecr.io
az login : --service-principal -u,--username=text -p,--password=text -t,--tenant=text --identity
  --use-device-code --allow-no-subscriptions --scope=text --certificate=read | |
  connects=management.azure.com
az rest : -m,--method=text -u,--uri,--url=url -b,--body=literal --headers=text --output-file=write
  --resource=text --uri-parameters=text --skip-authorization-header | | connects=management.azure.com
az deployment group/sub/mg/tenant what-if/validate/show : -f,--template-file=read -u,--template-uri=url
  -p,--parameters=text --mode=text | | connects=management.azure.com
az webapp deploy : --src-path=upload --src-url=url --type=text --restart[=text] --async[=text]
  --clean[=text] --target-path=text | | connects=azurewebsites.net
az functionapp deployment source config-zip : --src=upload --build-remote[=text] -t=text | |
  connects=azurewebsites.net
azd : -C,--cwd=cwd -e,--environment=text --debug --no-prompt | argument:text* |
azd up/deploy/provision/package/restore : --all --from-package=text --preview --no-state | service:text* |
azd down : --force --purge | |
azcopy : --output-level=text --output-type=text --log-level=text --cap-mbps=text --skip-version-check
  --trusted-microsoft-suffixes=text | argument:text* |
azcopy copy,cp,c : --recursive[=text] --overwrite=text --include-pattern=text --exclude-pattern=text
  --include-path=text --exclude-path=text --from-to=text --blob-type=text --put-md5 --content-type=text
  --metadata=text --list-of-files=read --dry-run --block-size-mb=text --s2s-preserve-access-tier[=text] |
  source:remote-read target:remote-write | recursive
azcopy sync,sc,s : --recursive[=text] --delete-destination=text --include-pattern=text
  --exclude-pattern=text --exclude-path=text --put-md5 --dry-run --mirror-mode | source:remote-read
  target:remote-write | recursive
azcopy remove,rm,r : --recursive[=text] --include-pattern=text --exclude-pattern=text --include-path=text
  --exclude-path=text --delete-snapshots=text --dry-run --from-to=text --force-if-read-only | location:url
  |
azcopy make,mk,m : --quota-gb=text | location:url |
azcopy login : --identity --service-principal --tenant-id=text --application-id=text
  --certificate-path=read --login-type=text | |
azcopy list,ls,l : --machine-readable --mega-units --running-tally | location:url |
doctl : -t,--access-token=text -u,--api-url=url -c,--config=read --context=text --http-retry-max=text
  --interactive -o,--output=text --trace -v,--verbose --tag-name=text | argument:text* |
  connects=api.digitalocean.com
doctl compute droplet create : --image=text --size=text --region=text --ssh-keys=text --user-data=text
  --user-data-file=read --tag-names=text --wait --vpc-uuid=text --enable-backups | name:text+ |
  connects=api.digitalocean.com
doctl compute ssh : --ssh-user=text --ssh-port=text --ssh-key-path=text --ssh-command=shell
  --ssh-agent-forwarding | droplet:text | elsewhere connects=api.digitalocean.com
doctl auth : | action:text argument:text* | connects=api.digitalocean.com
doctl apps/kubernetes/databases/compute/serverless : --spec=read --wait --format=literal --no-header |
  argument:text* | connects=api.digitalocean.com
hcloud : --config=read --context=text --endpoint=url --debug --poll-interval=text --quiet | argument:text*
  | connects=api.hetzner.cloud
hcloud server create/rebuild/reset/poweroff/shutdown/reboot/reset-password : --name=text --type=text
  --image=text --location=text --datacenter=text --ssh-key=text --user-data-from-file=read --network=text
  --volume=text --label=literal --start-after-create[=text] | server:text? | connects=api.hetzner.cloud
hcloud server ssh : -u,--user=text -p,--port=text --ipv6 | server:text command:shell-words? | elsewhere
  connects=api.hetzner.cloud
linode-cli : --json --text --all --pretty --format=literal --no-headers --as-user=text --suppress-warnings
  --root_pass=text --image=text | argument:text* |
openstack : --os-cloud=text --os-username=text --os-password=text --os-auth-url=url --os-project-name=text
  --os-region-name=text --os-token=text --insecure --debug -v --project=text | argument:text* |
ibmcloud : -q --bucket=text --key=text | argument:text* |
oci : --profile=text --config-file=text --region=text --auth=text --compartment-id=text --output=text
  --query=literal -c=text --force --instance-id=text --volume-id=text --bucket-name=text --name=text
  --object-name=text --preserve-boot-volume=text --namespace-name=text | argument:text* |
oci os object put : --file=upload --bucket-name=text -bn=text --name=text --namespace=text -ns=text
  --no-overwrite | | connects=objectstorage.oraclecloud.com
oci os object get : --file=write --bucket-name=text -bn=text --name=text --namespace=text -ns=text | |
aliyun,scw : --profile=text -p=text --region=text -o=text | argument:text* |
heroku : -a,--app=text -r,--remote=text -h,--help --json --confirm=text | argument:text* |
  connects=api.heroku.com
heroku pg:psql : -c,--command=code -f,--file=script --credential=text | database:text? | language=sql
  stdin=code connects=api.heroku.com
heroku run : -s,--size=text -e,--env=text --type=text -x,--exit-code --no-tty --no-notify | command:run |
  elsewhere connects=api.heroku.com
heroku run:detached : -s,--size=text -e,--env=text --type=text -t,--tail | command:run | elsewhere
  connects=api.heroku.com
heroku ps:exec : --dyno=text -d=text --ssh --status | command:run? | elsewhere connects=api.heroku.com
fly,flyctl : -a,--app=text -c,--config=read -t,--access-token=text -o,--org=text --verbose --debug
  --image=text --database=text --user=text --password=text --region=text | argument:text* |
  connects=api.fly.io
fly deploy/launch : --remote-only --local-only --image=image:text -i=text --dockerfile=read
  --build-arg=text -e,--env=text --strategy=text --now --ha[=text] --no-cache --build-secret=text
  --build-target=text -y,--yes --name=text -r,--region=text --vm-size=text --wait-timeout=text
  --copy-config --no-deploy | path:read? | connects=api.fly.io
fly ssh console : -C,--command=shell -s,--select -u,--user=text --machine=text -r,--region=text
  --container=text --pty --address=text -A=text | | elsewhere connects=api.fly.io
fly ssh sftp get : --machine=text | source:text target:write? | connects=api.fly.io
fly machine,machines,m exec : --timeout=text --container=text | machine:text command:shell-words |
  elsewhere connects=api.fly.io
fly machine,machines,m run : --name=text -r,--region=text -e,--env=text -p,--port=text --rm
  -v,--volume=text --entrypoint=text | image:text command:run? | elsewhere connects=api.fly.io
vercel,vc,now : -t,--token=text -S,--scope=text -T,--team=text -A,--local-config=read
  -Q,--global-config=text --cwd=cwd --debug --no-color -p,--public --prod --prebuilt --name=text
  -b,--build-env=text -e,--env=text
  --force -f --no-wait --skip-domain -y,--yes --target=text --archive=text --regions=text -m,--meta=text
  --with-cache -l,--logs --no-clipboard -d --timeout=text --environment=text --listen=literal --output=text
  --project=text | path:read? | connects=api.vercel.com
vercel deploy : | path:read? | connects=api.vercel.com
vercel env pull : --environment=text --git-branch=text | file:write? | connects=api.vercel.com
netlify,ntl : --auth=text --filter=literal --debug --http-proxy=text -s,--site=text --data=text --to=text
  --from=text --context=text --scope=text --command=text --port=text --dir=text --cwd=text |
  argument:text* | connects=api.netlify.com
netlify deploy : -d,--dir=upload -f,--functions=read -p,--prod --prod-if-unlocked -m,--message=literal
  -a,--alias=text --build --no-build --json --open -o --timeout=text --context=text --skip-functions-cache
  | | connects=api.netlify.com
netlify dev:exec : --context=text | command:run | connects=api.netlify.com
wrangler : -c,--config=read -e,--env=text --cwd=cwd --env-file=read --location=text --bookmark=text
  --timestamp=text --namespace-id=text --binding=text
  --name=text --id=text --format=literal --search=literal --status=text | argument:text* |
  connects=api.cloudflare.com
wrangler deploy/publish : --name=text --dry-run --outdir=write --compatibility-date=text --minify
  --var=text --define=text --keep-vars --assets=read --route=text --routes=text --tsconfig=read
  --no-bundle --tag=text --message=literal | script:read? | connects=api.cloudflare.com
wrangler delete : --name=text --force --dry-run | script:text? | connects=api.cloudflare.com
wrangler dev : --port=text --ip=text --local -l --remote --persist-to=text --var=text --name=text
  --live-reload --inspector-port=text --test-scheduled --log-level=text | script:read? |
  connects=api.cloudflare.com
wrangler d1 execute : --command=code --file=script -y,--yes --local --remote --persist-to=text --json
  --preview | database:text | language=sql connects=api.cloudflare.com
wrangler d1 delete : -y,--yes --skip-confirmation | database:text | connects=api.cloudflare.com
wrangler d1 export : --output=write --table=text --local --remote --no-schema --no-data | database:text |
  connects=api.cloudflare.com
wrangler d1 migrations apply : --local --remote --persist-to=text --preview --batch-size=text |
  database:text | connects=api.cloudflare.com
wrangler r2 object put : -f,--file=upload -p,--pipe --content-type=text --ct=text --local --remote
  --storage-class=text -s=text | location:text | connects=api.cloudflare.com sendsStdin
wrangler r2 object get : -f,--file=write -p,--pipe --local --remote | location:text |
  connects=api.cloudflare.com
wrangler kv key put/get/list : --namespace-id=text --binding=text --path=upload --ttl=text
  --expiration=text --metadata=text --preview --local --remote --text --prefix=text | argument:text* |
  connects=api.cloudflare.com
wrangler secret put/list : --name=text | name:text? | connects=api.cloudflare.com
wrangler pages deploy,publish : --project-name=text --branch=text --commit-hash=text --commit-message=literal
  --commit-dirty[=text] --skip-caching --no-bundle | directory:upload? | connects=api.cloudflare.com
wrangler pages dev : --port=text --ip=text --binding=text -b=text --kv=text -k=text --d1=text --r2=text
  --live-reload --persist-to=text | directory:read? argument:text* | connects=api.cloudflare.com
firebase : -P,--project=text --account=text --token=text -j,--json --non-interactive --debug
  -c,--config=read | argument:text* | connects=firebase.googleapis.com
firebase deploy : --only=text --except=text -m,--message=literal -f,--force --dry-run -p,--public=text | |
  connects=firebase.googleapis.com
firebase
  firestore:delete/firestore:databases:delete/database:remove/functions:delete/hosting:disable/hosting:sites:delete/hosting:channel:delete/apps:delete/remoteconfig:rollback/functions:secrets:destroy/functions:secrets:set/functions:config:unset/extensions:uninstall/projects:delete/storage:delete/auth:delete/apphosting:backends:delete
  : -r,--recursive --all-collections -f,--force --shallow --database=text -y --instance=text
  --data-file=read | argument:text* | connects=firebase.googleapis.com
firebase auth:export/auth:import : --format=literal --hash-algo=text --hash-key=text | file:read?+write? |
  connects=firebase.googleapis.com
firebase database:set/database:update/database:push : --instance=text -f,--force -d,--data=text |
  path:text file:upload? | connects=firebaseio.com sendsStdin
firebase database:get : --instance=text --pretty --export -o,--output=write | path:text |
  connects=firebase.googleapis.com
firebase emulators:exec : --only=text --import=read --export-on-exit[=text] --ui
  --inspect-functions[=text] | command:shell | connects=firebase.googleapis.com
firebase emulators:start/serve : --only=text --import=read --export-on-exit[=text]
  --inspect-functions[=text] --host=text -o=text --port=text -p=text | | connects=firebase.googleapis.com
supabase : --debug --workdir=cwd --experimental --create-ticket --profile=text -o,--output=text
  --network-id=text --dns-resolver=text --yes --project-ref=text --status=text --password=text |
  argument:text* | connects=api.supabase.com
supabase db reset/push : --db-url=url --linked --local --version=text --last=text --no-seed
  --sql-paths=text --dry-run --include-all --include-seed --include-roles -p,--password=text -s=text | |
  connects=api.supabase.com
supabase db dump/pull/diff/lint/start/remote : --db-url=url --linked --local -f,--file=write
  -s,--schema=text --data-only --role-only -p,--password=text -x,--exclude=text --use-copy --keep-comments
  --level=text | argument:text* | connects=api.supabase.com
supabase secrets set : --env-file=upload --project-ref=text | argument:text* | connects=api.supabase.com
supabase storage cp/mv : -r,--recursive -j,--jobs=text --content-type=text --cache-control=text --linked
  --local | source:remote-read target:remote-write | recursive=-r,--recursive connects=api.supabase.com
supabase functions deploy/serve/new/download/list : --project-ref=text --no-verify-jwt --import-map=read
  --env-file=read --prune --use-api --use-docker -j,--jobs=text | name:text* | connects=api.supabase.com
supabase
  start/stop/link/login/logout/init/status/migration/gen/inspect/projects/orgs/branches/services/test/seed/bootstrap/config/storage/secrets/functions
  : -x,--exclude=text --no-backup --all --project-ref=text --project-id=text --token=text
  -p,--password=text --db-url=url --local --linked --lang=text --schema=text -f=text | argument:text* |
  connects=api.supabase.com
railway : --json --service=text --environment=text | argument:text* | connects=backboard.railway.com
railway down/delete/unlink : -y,--yes -s,--service=text -e,--environment=text -p,--project=text | |
  connects=backboard.railway.com
railway up : -d,--detach -s,--service=text -e,--environment=text --no-gitignore -y,--verbose -c,--ci |
  path:upload? | connects=backboard.railway.com
railway run : -s,--service=text -e,--environment=text | command:run | connects=backboard.railway.com
railway ssh : -s,--service=text -e,--environment=text -p,--project=text | command:run? | elsewhere
  connects=backboard.railway.com
render : --output=text --commit=text | argument:text* |
terraform,tofu,terragrunt : -chdir=cwd -help -version --terragrunt-working-dir=cwd --working-dir=cwd
  --terragrunt-config=read --config=read --terragrunt-non-interactive --non-interactive
  --terragrunt-source=text --source=text --terragrunt-log-level=text --log-level=text
  --terragrunt-include-dir=text --terragrunt-exclude-dir=text --queue-include-dir=text
  --queue-exclude-dir=text --terragrunt-parallelism=text --parallelism=text --terragrunt-iam-role=text
  --all --no-color | argument:text* |
terraform apply : ${tf} -auto-approve -destroy -refresh-only | plan:read? |
terraform destroy : ${tf} -auto-approve -force | dir:text? |
terraform plan : ${tf} -out=write -destroy -detailed-exitcode -refresh-only -generate-config-out=write | |
terraform refresh : ${tf} | |
terraform init : ${tf} -backend[=text] -backend-config=text -from-module=location -get[=text]
  -get-plugins[=text] -force-copy -migrate-state -reconfigure -upgrade -plugin-dir=text -lockfile=text
  -test-directory=text | | registry=terraform
terraform import : ${tf} -config=read -allow-missing-config | address:text id:text |
terraform taint : ${tf} -allow-missing | address:text |
terraform untaint : ${tf} -allow-missing | address:text |
terraform workspace delete/new/select/list/show : ${tf} -force -or-create[=text] | name:text? |
terraform force-unlock : -force | id:text |
terraform output : -json -raw -no-color -state=read | name:text? |
terraform show : -json -no-color | file:read? |
terraform validate : -json -no-color -test-directory=text -no-tests | |
terraform fmt : -list[=text] -write[=text] -diff -check -recursive -no-color | path:write?* |
terraform test : ${tf} -filter=text -test-directory=text -verbose -junit-xml=write -cloud-run=text | |
terraform console : ${tf} -plan | | stdin=data
terraform providers : -fs-mirror=read -net-mirror=url -platform=text -json | argument:text* |
terraform graph : -type=text -plan=text -draw-cycles -module-depth=text | |
terraform get : -update -no-color -test-directory=text | | registry=terraform
terraform login : | host:host? |
terraform logout : | host:text? |
terraform run-all apply : ${tf} -auto-approve -destroy -refresh-only | plan:read? |
terraform run-all destroy : ${tf} -auto-approve -force | dir:text? |
terraform run-all plan : ${tf} -out=write -destroy -detailed-exitcode -refresh-only
  -generate-config-out=write | |
terraform run-all refresh : ${tf} | |
terraform run-all init : ${tf} -backend[=text] -backend-config=text -from-module=location -get[=text]
  -get-plugins[=text] -force-copy -migrate-state -reconfigure -upgrade -plugin-dir=text -lockfile=text
  -test-directory=text | | registry=terraform
terraform run-all import : ${tf} -config=read -allow-missing-config | address:text id:text |
terraform run-all taint : ${tf} -allow-missing | address:text |
terraform run-all untaint : ${tf} -allow-missing | address:text |
terraform run-all workspace delete/new/select/list/show : ${tf} -force -or-create[=text] | name:text? |
terraform run-all force-unlock : -force | id:text |
terraform run-all output : -json -raw -no-color -state=read | name:text? |
terraform run-all show : -json -no-color | file:read? |
terraform run-all validate : -json -no-color -test-directory=text -no-tests | |
terraform run-all fmt : -list[=text] -write[=text] -diff -check -recursive -no-color | path:write?* |
terraform run-all test : ${tf} -filter=text -test-directory=text -verbose -junit-xml=write -cloud-run=text
  | |
terraform run-all console : ${tf} -plan | | stdin=data
terraform run-all providers : -fs-mirror=read -net-mirror=url -platform=text -json | argument:text* |
terraform run-all graph : -type=text -plan=text -draw-cycles -module-depth=text | |
terraform run-all get : -update -no-color -test-directory=text | | registry=terraform
terraform run-all login : | host:host? |
terraform run-all logout : | host:text? |
terraform run apply : ${tf} -auto-approve -destroy -refresh-only | plan:read? |
terraform run destroy : ${tf} -auto-approve -force | dir:text? |
terraform run plan : ${tf} -out=write -destroy -detailed-exitcode -refresh-only -generate-config-out=write
  | |
terraform run refresh : ${tf} | |
terraform run init : ${tf} -backend[=text] -backend-config=text -from-module=location -get[=text]
  -get-plugins[=text] -force-copy -migrate-state -reconfigure -upgrade -plugin-dir=text -lockfile=text
  -test-directory=text | | registry=terraform
terraform run import : ${tf} -config=read -allow-missing-config | address:text id:text |
terraform run taint : ${tf} -allow-missing | address:text |
terraform run untaint : ${tf} -allow-missing | address:text |
terraform run workspace delete/new/select/list/show : ${tf} -force -or-create[=text] | name:text? |
terraform run force-unlock : -force | id:text |
terraform run output : -json -raw -no-color -state=read | name:text? |
terraform run show : -json -no-color | file:read? |
terraform run validate : -json -no-color -test-directory=text -no-tests | |
terraform run fmt : -list[=text] -write[=text] -diff -check -recursive -no-color | path:write?* |
terraform run test : ${tf} -filter=text -test-directory=text -verbose -junit-xml=write -cloud-run=text | |
terraform run console : ${tf} -plan | | stdin=data
terraform run providers : -fs-mirror=read -net-mirror=url -platform=text -json | argument:text* |
terraform run graph : -type=text -plan=text -draw-cycles -module-depth=text | |
terraform run get : -update -no-color -test-directory=text | | registry=terraform
terraform run login : | host:host? |
terraform run logout : | host:text? |
terraform stack apply : ${tf} -auto-approve -destroy -refresh-only | plan:read? |
terraform stack destroy : ${tf} -auto-approve -force | dir:text? |
terraform stack plan : ${tf} -out=write -destroy -detailed-exitcode -refresh-only
  -generate-config-out=write | |
terraform stack refresh : ${tf} | |
terraform stack init : ${tf} -backend[=text] -backend-config=text -from-module=location -get[=text]
  -get-plugins[=text] -force-copy -migrate-state -reconfigure -upgrade -plugin-dir=text -lockfile=text
  -test-directory=text | | registry=terraform
terraform stack import : ${tf} -config=read -allow-missing-config | address:text id:text |
terraform stack taint : ${tf} -allow-missing | address:text |
terraform stack untaint : ${tf} -allow-missing | address:text |
terraform stack workspace delete/new/select/list/show : ${tf} -force -or-create[=text] | name:text? |
terraform stack force-unlock : -force | id:text |
terraform stack output : -json -raw -no-color -state=read | name:text? |
terraform stack show : -json -no-color | file:read? |
terraform stack validate : -json -no-color -test-directory=text -no-tests | |
terraform stack fmt : -list[=text] -write[=text] -diff -check -recursive -no-color | path:write?* |
terraform stack test : ${tf} -filter=text -test-directory=text -verbose -junit-xml=write -cloud-run=text |
  |
terraform stack console : ${tf} -plan | | stdin=data
terraform stack providers : -fs-mirror=read -net-mirror=url -platform=text -json | argument:text* |
terraform stack graph : -type=text -plan=text -draw-cycles -module-depth=text | |
terraform stack get : -update -no-color -test-directory=text | | registry=terraform
terraform stack login : | host:host? |
terraform stack logout : | host:text? |
pulumi : -s,--stack=text -C,--cwd=cwd --color=text -e,--emoji -v,--verbose=text --non-interactive
  --logtostderr --disable-integrity-checking --profiling=text --tracing=text --source=text --dest=text |
  argument:text* |
pulumi destroy,down,dn : ${pulumi} --exclude-protected --remove --preview-only | | registry=pulumi
pulumi up,update : ${pulumi} --config-file=read -c,--config=text --config-path --plan=text --replace=text
  --target-replace=text --secrets-provider=text --import-file=text | template:text? | registry=pulumi
pulumi preview,pre : ${pulumi} --config-file=read -c,--config=text --save-plan=write --expect-no-changes
  --import-file=write -j,--json | | registry=pulumi
pulumi refresh : ${pulumi} --preview-only --clear-pending-creates | | registry=pulumi
pulumi cancel : -y,--yes | stack:text? |
pulumi stack rm/remove : -y,--yes -f,--force --preserve-config --remove-backups | stack:text? |
pulumi stack init/select/ls/output/export/import/history/tag/rename/graph/change-secrets-provider :
  --show-secrets -j,--json --file=read?+write? --version=text --secrets-provider=text -c,--create
  --copy-config-from=text -a,--all -o=text -p=text --force | argument:text* |
pulumi config set/rm/get/set-all/rm-all/cp/refresh/env : --secret --plaintext --path -j,--json
  --config-file=read -d=text | argument:text* |
pulumi config : --show-secrets -j,--json --config-file=read | |
pulumi logout/import/logs/whoami/policy/org/env/esc/watch/convert/package/about/install/console/schema/ai/deployment  : -y,--yes -f,--force --cloud-url=url -l,--local -n,--name=text -g,--generate-only -d,--description=literal
  --dir=text --from=text --language=text --out=text | argument:text* |
pulumi login/new/plugin  : -y,--yes -f,--force --cloud-url=url -l,--local -n,--name=text -g,--generate-only -d,--description=literal
  --dir=text --from=text --language=text --out=text | argument:text* | registry=pulumi
cdk : -a,--app=text -c,--context=text --profile=text -r,--role-arn=text -o,--output=write -p,--plugin=text
  --strict --no-color --ci -v,--verbose --debug -j,--json --ca-bundle-path=read --proxy=text
  --notices[=text] --language=text --template=text --cloudformation-execution-policies=text --trust=text
  --qualifier=text --type=text --reset=text | argument:text* |
cdk destroy : -f,--force --all -e,--exclusively --concurrency=text | stack:text* |
cdk deploy : --all -e,--exclusively --require-approval=text --parameters=text --outputs-file=write -O=text
  --hotswap --hotswap-fallback --watch --no-rollback -R --rollback[=text] --force -f
  --toolkit-stack-name=text -t,--tags=text --concurrency=text --method=text --import-existing-resources
  --change-set-name=text | stack:text* |
serverless,sls : -s,--stage=text -r,--region=text --aws-profile=text -c,--config=text --app=text
  --org=text --service=text --param=text --verbose --function=text --tail=text --template=text
  --package=text --path=text --name=text --httpPort=text | argument:text* |
serverless remove : -f,--force | |
serverless deploy : -f,--function=text -p,--package=read --force --conceal --aws-s3-accelerate
  --enforce-hash-update | |
serverless deploy function : -f,--function=text --force --update-config | |
serverless invoke : -f,--function=text -d,--data=text -p,--path=read -t,--type=text -l,--log -q=text --raw
  --context=text | |
serverless invoke local : -f,--function=text -d,--data=text -p,--path=read -e,--env=text --docker | |
serverless rollback : -t,--timestamp=text -f,--function=text | |
sst : --stage=text --profile=text --region=text --verbose --print-logs --config=text --target=text
  --mode=text | argument:text* |
sst shell : --target=text | command:run? |
sam : --debug --config-file=read --config-env=text --profile=text --region=text --stack-name=text
  -t,--template,--template-file=read --no-prompts | argument:text* |
sam delete : --s3-bucket=text --s3-prefix=text | |
sam deploy : -g,--guided --s3-bucket=text --s3-prefix=text --capabilities=text --parameter-overrides=text
  --no-confirm-changeset --confirm-changeset --no-fail-on-empty-changeset --resolve-s3
  --resolve-image-repos --image-repository=text --force-upload --role-arn=text --tags=text
  --no-execute-changeset --on-failure=text | |
sam build/validate/init/logs/sync/package/publish/local/remote/pipeline/list/traces : -u,--use-container
  -b,--build-dir=write -s,--base-dir=text -m,--manifest=text -n,--name=text --tail --code --watch
  -e,--event=read --env-vars=read -p,--port=text --output-template-file=write --s3-bucket=text -c,--cached
  --parallel --lint -r,--runtime=text -d,--dependency-manager=text --app-template=text | argument:text* |
chalice,amplify,eb,copilot-cli : --stage=text --name=text --profile=text --region=text --label=literal
  --message=literal | argument:text* |
ansible : ${ansible} -a,--args=shell -m,--module-name=text -B,--background=text -P,--poll=text
  -o,--one-line -t,--tree=write --playbook-dir=text | pattern:literal | elsewhere
ansible-playbook : ${ansible} -t,--tags=text --skip-tags=text --start-at-task=text --step --list-tasks
  --list-tags --force-handlers | playbook:read+ |
ansible-pull : ${ansible} -U,--url=url -d,--directory=write -o,--only-if-changed --purge --force
  --accept-host-key --full --clean -s=text --checkout=text -t,--tags=text --skip-tags=text |
  playbook:read* |
ansible-galaxy : | argument:text* |
ansible-galaxy install : -r,--role-file,--requirements-file=read -p,--roles-path,--collections-path=write
  -f,--force --force-with-deps -n,--no-deps -s,--server=index -c,--ignore-certs -U,--upgrade --pre
  --offline --token=text --api-key=text --no-cache -i,--ignore-errors -g | package:package* |
  manager=ansible registry=ansible
ansible-galaxy role install : -r,--role-file,--requirements-file=read
  -p,--roles-path,--collections-path=write -f,--force --force-with-deps -n,--no-deps -s,--server=index
  -c,--ignore-certs -U,--upgrade --pre --offline --token=text --api-key=text --no-cache -i,--ignore-errors
  -g | package:package* | manager=ansible registry=ansible
ansible-galaxy collection install : -r,--role-file,--requirements-file=read
  -p,--roles-path,--collections-path=write -f,--force --force-with-deps -n,--no-deps -s,--server=index
  -c,--ignore-certs -U,--upgrade --pre --offline --token=text --api-key=text --no-cache -i,--ignore-errors
  -g | package:package* | manager=ansible registry=ansible
ansible-galaxy remove : -p,--roles-path=text | role:text+ |
ansible-galaxy role remove : -p,--roles-path=text | role:text+ |
ansible-galaxy init/list : --init-path=text --output-path=write -f,--force | argument:text* |
ansible-galaxy search/info : --init-path=text --output-path=write -f,--force | argument:text* | registry=ansible
ansible-galaxy role init : --init-path=text --output-path=write -f,--force | argument:text* |
ansible-galaxy collection init : --init-path=text --output-path=write -f,--force | argument:text* |
ansible-galaxy collection build : --init-path=text --output-path=write -f,--force | argument:text* |
ansible-galaxy collection list : --init-path=text --output-path=write -f,--force | argument:text* |
ansible-galaxy collection verify : --init-path=text --output-path=write -f,--force | argument:text* | registry=ansible
ansible-galaxy collection download : --init-path=text --output-path=write -f,--force | argument:text* | registry=ansible
ansible-galaxy collection publish : -s,--server=text --token=text --api-key=text --no-wait
  --import-timeout=text | file:upload | connects=galaxy.ansible.com
ansible-vault : | argument:text* |
ansible-vault encrypt/rekey : --vault-password-file,--vault-pass-file=text --vault-id=text
  --new-vault-password-file=text --new-vault-id=text --output=write --encrypt-vault-id=text
  -J,--ask-vault-password | file:read+write* |
ansible-vault decrypt/view/edit : --vault-password-file,--vault-pass-file=text --vault-id=text
  --output=write -J,--ask-vault-password | file:write?+read* |
ansible-vault create : --vault-password-file,--vault-pass-file=text --vault-id=text
  --encrypt-vault-id=text --skip-tty-check | file:write |
ansible-vault encrypt_string : --vault-password-file,--vault-pass-file=text --vault-id=text -n,--name=text
  --stdin-name=text -p,--prompt --encrypt-vault-id=text | text:text* |
ansible-inventory,ansible-doc,ansible-config,ansible-lint,ansible-console : -i,--inventory=read --list
  --host=text --graph --vault-password-file=text -t,--type=text -l -c=text -y,--yaml -x=text -p=text -q
  --fix | argument:text* |
packer : | argument:text* |
packer build : -var=text -var-file=read -only=text -except=text -force -on-error=text
  -parallel-builds=text -color[=text] -debug -machine-readable -timestamp-ui -warn-on-undeclared-var |
  template:read |
packer validate/inspect/fmt/fix/console/hcl2_upgrade/version : -var=text -var-file=read
  -only=text -except=text -upgrade -syntax-only -check -diff -write[=text] -recursive | argument:read* |
packer init/plugins : -var=text -var-file=read
  -only=text -except=text -upgrade -syntax-only -check -diff -write[=text] -recursive | argument:read* | registry=packer
vault,bao : -address=url -namespace=text -ns=text -format=text -field=text -token=text -ca-cert=read
  -client-cert=read -client-key=text -tls-skip-verify -agent-address=url -header=text -mfa=text
  -non-interactive -output-curl-string -policy-override -wrap-ttl=text -mount=text | argument:text* |
vault write : -f,-force | path:text data:upload-at* |
vault kv put/patch : -cas=text -method=text | path:text data:upload-at* |
vault policy write/delete/read/list/fmt : | name:text? file:read? |
vault operator
  seal/unseal/init/rekey/rotate/step-down/generate-root/raft/migrate/key-status/members/diagnose/usage :
  -key-shares=text -key-threshold=text -reset -migrate -init -nonce=text -otp=text -decode=text -cancel
  -config=read -pgp-keys=text | argument:text* |
vault ssh : -mode=text -role=text -no-exec -mount-point=text -private-key-path=text -public-key-path=text
  -strict-host-key-checking=text | host:host argument:text* |
vault server : -dev -dev-root-token-id=text -dev-listen-address=text -config=read -log-level=text
  -exit-on-core-dump | |
vault agent : -config=read -log-level=text -exit-after-auth | |
consul : -http-addr=url -token=text -token-file=read -datacenter=text -ca-file=read -client-cert=read
  -client-key=text -namespace=text -partition=text -stale | argument:text* |
consul kv put : -acquire -release -session=text -flags=text -base64 -cas -modify-index=text | key:text
  data:upload-at? |
consul kv import : -prefix=text | data:upload-at? |
consul snapshot save : -append-filename=text | file:write |
consul snapshot restore/inspect : | file:read |
consul exec : -node=text -service=text -tag=text -shell -prefix=text -wait=text -verbose |
  command:shell-words | elsewhere
consul
  leave/force-leave/operator/acl/maint/members/agent/intention/services/catalog/config/event/info/join/keyring/lock/login/logout/monitor/reload/rtt/tls/validate/watch/connect/debug
  : -prune -id=text -name=text -description=text -policy-name=text -config-dir=read -config-file=read
  -data-dir=text -dev -server -enable -disable -reason=text | argument:text* |
nomad : -address=url -region=text -namespace=text -token=text -ca-cert=read -client-cert=read
  -client-key=text -tls-skip-verify -no-color | argument:text* |
nomad run : -check-index=text -detach -var=text -var-file=read -json -output -policy-override
  -preserve-counts -eval-priority=text | job:read |
nomad job run : -check-index=text -detach -var=text -var-file=read -json -output -policy-override
  -preserve-counts -eval-priority=text | job:read |
nomad plan/validate : -var=text -var-file=read -diff[=text] -json | job:read |
nomad job plan : -var=text -var-file=read -diff[=text] -json | job:read |
nomad job validate : -var=text -var-file=read -diff[=text] -json | job:read |
nomad exec : -i[=text] -t[=text] -task=text -job -e=text -group=text | allocation:text command:run |
  elsewhere
nomad alloc exec : -i[=text] -t[=text] -task=text -job -e=text -group=text | allocation:text command:run |
  elsewhere
nomad
  job/node/namespace/volume/system/server/operator/acl/var/quota/deployment/eval/plugin/service/status/agent/logs/monitor/fmt/ui
  : -yes -force -enable -disable -deadline=text -purge -self -monitor -config=read -dev | argument:text* |
eksctl : -f,--config-file=read -r,--region=text -p,--profile=text -v,--verbose=text -C,--color=text
  --name=text --cluster=text --namespace=text --include=text | argument:text* |
eksctl
  create/get/scale/upgrade/enable/utils/update/drain/set/unset/associate/disassociate/register/deregister/info/completion
  : -n,--name=text -c,--cluster=text -N,--nodes=text -m,--nodes-min=text -M,--nodes-max=text
  -t,--node-type=text --nodegroup-name=text --version=text --approve --kubeconfig=write --zones=text
  --ssh-access --ssh-public-key=read -o,--output=text | argument:text* |
s3cmd : -c,--config=read --access_key=text --secret_key=text --access_token=text --host=host
  --host-bucket=text --region=text -n,--dry-run -f,--force -r,--recursive -P,--acl-public --acl-private
  --acl-grant=text --acl-revoke=text --exclude=text --exclude-from=read --include=text --include-from=read
  --rexclude=text --delete-removed --delete-after --no-delete-removed -e,--encrypt --storage-class=text
  -m,--mime-type=text -M,--guess-mime-type --add-header=text --skip-existing --preserve -p --no-preserve
  --progress --no-progress --ssl --no-ssl -s -v,--verbose -q,--quiet -d,--debug --limit-rate=text
  --multipart-chunk-size-mb=text --expiry-days=text --max-delete=text --files-from=read | argument:text* |
s3cmd put : | source:remote-read+ target:remote-write | recursive=-r,--recursive
s3cmd get : | source:remote-read+ target:remote-write? | recursive=-r,--recursive
s3cmd sync : | source:remote-read+ target:remote-write | recursive
s3cmd cp/modify/restore : | location:url+ |
s3cmd mv : | location:url+ |
s3cmd del/rm/rb : | location:url+ |
s5cmd : --endpoint-url=url --profile=text --credentials-file=text --no-sign-request --numworkers=text
  --dry-run --json --log=text --stat --retry-count=text --no-verify-ssl | argument:text* |
s5cmd cp/sync : -n,--no-clobber -f,--flatten --exclude=text --include=text --delete --size-only --acl=text
  --storage-class=text --sse=text --source-region=text --destination-region=text --content-type=text -sp
  -c,--concurrency=text | source:remote-read target:remote-write | recursive
s5cmd mv : -n,--no-clobber -f,--flatten --exclude=text --include=text | source:delete?+remote-read
  target:remote-write | recursive
s5cmd rm/rb : --exclude=text --include=text --all-versions --version-id=text | location:url+ |
s5cmd run : | file:script? |
s5cmd ls/du/cat/mb/head/select/pipe/presign/bucket-version : -e -s -H --all-versions | location:url? |
mc,mcli : -C,--config-dir=text -q,--quiet --no-color --json --debug --insecure --limit-upload=text
  --limit-download=text --region=text --api=text --path=text --older-than=text --newer-than=text
  --name=text --size=text --exec=text --print=text --maxdepth=text | argument:text* |
mc cp/mv : -r,--recursive --older-than=text --newer-than=text --attr=text -a --storage-class=text
  --sc=text --encrypt=text --encrypt-key=text --enc-kms=text --enc-c=text --tags=text --preserve
  --rewind=text --version-id=text --vid=text --zip --md5 | source:remote-read+ target:<alias-path> |
  recursive=-r,--recursive
mc mirror : --overwrite --remove -w,--watch --exclude=text --older-than=text --newer-than=text
  --region=text -a --md5 --preserve --dry-run --active-active --retry --skip-errors | source:remote-read
  target:<alias-path> | recursive
mc rm/rb : -r,--recursive --force --dangerous --incomplete -I --versions --non-current --older-than=text
  --newer-than=text --version-id=text --vid=text --bypass --fake --dry-run --stdin | location:text+ |
mc pipe : --attr=text --storage-class=text --tags=text | target:<alias-path> | stdin=data sendsStdin
restic : -r,--repo=remote-read --repository-file=read -p,--password-file=text --password-command=shell
  --key-hint=text -o,--option=text --cache-dir=text --cacert=read --tls-client-cert=read
  --limit-download=text --limit-upload=text --compression=text --json -q,--quiet -v,--verbose[=text]
  --no-cache --no-lock --insecure-no-password --insecure-tls --pack-size=text --retry-lock=text
  --new-password-file=text --user=text --host=text | argument:text* |
restic backup : -e,--exclude=text --iexclude=text --exclude-file=read --exclude-if-present=text
  --exclude-caches --exclude-larger-than=text --files-from=read --files-from-raw=read
  --files-from-verbatim=read --tag=text -H,--host=text --parent=text --time=text -n,--dry-run
  -x,--one-file-system -f,--force --stdin --stdin-filename=text --stdin-from-command
  --read-concurrency=text --with-atime --ignore-inode --ignore-ctime | path:upload* | recursive
restic restore : -t,--target=write -e,--exclude=text --iexclude=text -i,--include=text --iinclude=text
  --include-file=read --exclude-file=read -H,--host=text --path=text --tag=text --verify --delete
  --dry-run --overwrite=text --sparse | snapshot:text |
restic forget : -l,--keep-last=text -H,--keep-hourly=text -d,--keep-daily=text -w,--keep-weekly=text
  -m,--keep-monthly=text -y,--keep-yearly=text --keep-within=text --keep-tag=text --host=text --tag=text
  --path=text -c,--compact -g,--group-by=text -n,--dry-run --prune --max-unused=text
  --unsafe-allow-remove-all | snapshot:text* |
restic prune : -n,--dry-run --max-unused=text --max-repack-size=text --repack-cacheable-only
  --unsafe-recover-no-free-space=text | |
restic
  init/snapshots/check/mount/ls/find/diff/dump/unlock/stats/tag/copy/cache/rebuild-index/repair/migrate/recover/rewrite/cat/list/version/features
  : --tag=text -H,--host=text --path=text --latest=text --read-data --read-data-subset=text
  --from-repo=remote-read --from-password-file=text --remove-all --add=text --set=text --remove=text
  --mode=text -a,--archive=text -t,--target=write --forget -e,--exclude=text | argument:text* |
borg : --rsh=text --remote-path=text --repo=text -r=text --debug -v,--verbose -p,--progress --info
  --log-json --lock-wait=text --umask=text --show-rc --bypass-lock --format=literal --threshold=text
  --restrict-to-path=text --restrict-to-repository=text --tar-filter=text --glob-archives=text
  --prefix=text --first=text --last=text | argument:text* |
borg create : -n,--dry-run -s,--stats --list --json -e,--exclude=text --exclude-from=read --pattern=literal
  --patterns-from=read --exclude-caches --exclude-if-present=text --keep-exclude-tags --comment=literal
  -c,--checkpoint-interval=text -C,--compression=text -x,--one-file-system --files-cache=text
  --chunker-params=text --stdin-name=text --content-from-command --paths-from-stdin --read-special |
  archive:remote-write path:upload* | recursive
borg extract : --list -n,--dry-run --numeric-ids -e,--exclude=text --exclude-from=read --pattern=literal
  --strip-components=text --stdout --sparse | archive:remote-read path:text* |
borg delete/prune : -n,--dry-run --list -s,--stats --cache-only --force --keep-security-info --save-space
  -a,--glob-archives=text -P,--prefix=text --keep-within=text --keep-last=text -H,--keep-hourly=text
  -d,--keep-daily=text -w,--keep-weekly=text -m,--keep-monthly=text -y,--keep-yearly=text --first=text
  --last=text -e,--exclude=text | archive:remote-read argument:text* |
borg init/rcreate : -e,--encryption=text --append-only --storage-quota=text --make-parent-dirs |
  repository:remote-write? |
duplicity : --encrypt-key=text --sign-key=text --exclude=text --include=text --full-if-older-than=text
  --no-encryption --force --dry-run --archive-dir=text --name=text --volsize=text --file-to-restore=text
  -t=text --time=text --ssh-options=text --include-filelist=read --exclude-filelist=read | argument:text*
  |
b2 : --threads=text | argument:text* |
b2 upload-file/upload_file : --contentType=text --info=text --threads=text --sha1=text --noProgress
  --quiet --minPartSize=text | bucket:text file:upload name:text | connects=api.backblazeb2.com
b2 sync : --delete --keepDays=text --dryRun --threads=text --noProgress --excludeRegex=text
  --includeRegex=text --replaceNewer --skipNewer --allowEmptySource --compareVersions=text |
  source:remote-read target:remote-write | recursive
b2 file upload : --content-type=text --no-progress | bucket:text file:upload name:text |
  connects=api.backblazeb2.com
databricks : -p,--profile=text --debug -o,--output=text -t,--target=text --json=text | argument:text* |
databricks fs cp : -r,--recursive --overwrite | source:copy target:target | recursive=-r,--recursive
databricks dbfs cp : -r,--recursive --overwrite | source:copy target:target | recursive=-r,--recursive
kamal : -d,--destination=text -r,--roles=text -h,--hosts=text -c,--config-file=read -v -q -P
  --version=text | argument:text* |
kamal app exec : -i,--interactive --reuse -p,--primary -e,--env=text --detach | command:shell | elsewhere
dokku : --force --quiet --app=text --trace | argument:text* |
modal : --env=text | argument:text* |
modal run/deploy/serve : -q -d,--detach -e,--env=text -i -w=text --name=text -m --stream-logs |
  file:script argument:text* | language=python
huggingface-cli,hf : --token=text --repo-type=text | argument:text* | connects=huggingface.co
huggingface-cli upload : --repo-type=text --revision=text --private --include=text --exclude=text
  --delete=text --commit-message=literal --commit-description=text --create-pr --every=text --token=text
  --quiet | repo:text path:upload? target:text? | connects=huggingface.co
huggingface-cli upload-large-folder : --repo-type=text --revision=text --private --include=text
  --exclude=text --token=text --num-workers=text | repo:text path:upload | recursive
  connects=huggingface.co
huggingface-cli download : --repo-type=text --revision=text --include=text --exclude=text --cache-dir=text
  --local-dir=write --force-download --token=text --quiet --max-workers=text | repo:text file:text* |
  connects=huggingface.co
func : -g,--resource-group=text -n,--name=name:text -o,--output=text --subscription=text --query=literal
  -y,--yes --no-wait --only-show-errors --verbose --debug --location,-l=text --account-name=text
  --account-key=text -f,--file=upload --container-name,-c=text -s,--source=upload -d,--destination=text
  --ids=text --tags=text --image=text --size=text --admin-username=text --admin-password=text
  --ssh-key-values=text --template-file=read --parameters=text --vault-name=text --value=text
  --username,-u=text --password,-p=text --tenant,-t=text --service-principal --sku=text --settings=text
  --auth-mode=text --overwrite --pattern=literal -e=text --no-prompt --runtime=text | word:text* |
  connects=management.azure.com
vultr-cli,exo,nova,glance,civo,upctl,tccli,yc,ovhcloud,packet,metal,rosa,zappa,ecs-cli,ecs,saml2aws,granted,assume,aws-sso,awslocal,samlocal,steampipe,cloudquery,infracost,terracost,cfn-lint,cfn_nag,checkov,tflint,tfsec,terrascan,kics,terraform-docs,driftctl,prowler,cloudsploit,scoutsuite
  : --context=text --format=literal --output,-o=text -y --yes --force -f=text --region,-r=text --name,-n=text
  --profile=text --access-token,-t=text --no-header --tag-name=text --all --require-approval=text
  --stack-name=text --template-file,-t=read --capabilities=text --parameter-overrides=text
  --s3-bucket=text --guided --no-confirm-changeset --config-file=read --cluster=text -e=text --nodes=text
  --app,-a=text --outputs-file=write --exclusively --hotswap -c=text --json --no-rollback --var-file=read
  --path=read -d=read --directory=read --framework=text --quiet --compact | word:text* |
surge,gh-pages,cf,platform,upsun,pscale,neonctl,neon,convex,clerk,stripe,auth0,okta,sentry-cli,datadog-ci,launchdarkly,ldcli,twilio,sendgrid,expo,eas,fastlane,appcenter,codepush,ionic,capacitor,cap,cordova,shopify,contentful,sanity,algolia,wp-cli,pantheon,terminus,lando,ddev,blitz,deployctl,caprover,coolify,capistrano,nixpacks,beam,replicate,wandb,dvc,mlflow,kaggle,comet,snowflake,gumroad,cloudflare,flarectl
  : -a,--app=text --remote,-r=text --json -y,--yes,--force -f -c,--config=read -t,--token=text
  --scope,-S=text --prod --prebuilt -e,--env=text --environment=text -m,--message=literal --only=text
  --project,-P=text --name,-n=text -d,--dir=read --site,-s=text --region=text --org,-o=text --ha --now
  --detach --confirm=text --team=text --debug --local --linked --schema=text --db-url=text -p=text
  --preview --branch,-b=text --build --auth=text --alias=text --platform=text --profile=text
  --non-interactive --auto-submit --remote-only --dockerfile=read --image,-i=text --port=text --tail
  --num=text --output=text -v=text --dry-run --latest --no-build-cache --public --cwd=cwd | action:text?
  word:text* |
terramate,atmos,cdktf : -chdir=cwd -version -help --terragrunt-working-dir=cwd
  --terragrunt-non-interactive --working-dir=cwd --non-interactive --all -a | action:text? word:text* |
ampt,architect,up,apex,claudia,gordon,nuke : -s,--stage=text -r,--region=text -f,--function=text
  -c,--config=read --verbose -p=text -d=text --aws-profile=text --force -a,--app=text --org=text
  --param=text -l --path=text -t -n=text --no-dry-run | action:text? word:text* |
molecule : -i,--inventory=read -l,--limit=text -m,--module-name=text -a,--args=shell -e,--extra-vars=text
  -u,--user=text -b,--become --become-user=text -K,--ask-become-pass -k,--ask-pass
  --private-key,--key-file=text -t,--tags=text --skip-tags=text -C,--check -D,--diff -v -vv -vvv
  -f,--forks=text --vault-password-file=read --vault-id=text --ask-vault-pass --list-hosts --list-tasks
  --list-tags --start-at-task=text --step --syntax-check -c,--connection=text -T=text -o -r=read -p=write
  --force -n=text --output=write -U=url --become-method=text --force-handlers --flush-cache
  --encrypt-vault-id=text | target:text* |
boundary,waypoint,salt,salt-call,salt-ssh,puppet,chef,chef-client,knife,bolt,cfengine,nixops,colmena,deploy-rs,morph,mgmt,juju,landscape,rundeck,stackstorm,spacelift,env0,scalr,teleport,tsh,tctl,step,step-ca,certbot,acme.sh,lego,mkcert,cfssl,berglas,conjur,bws,keeper,lpass,dashlane,gopass,chezmoi,yadm,stow,rcm,dotbot
  : -force -var=text -var-file=read -only=text -except=text -address=host -token=text -namespace=text
  -field=text -format=text -mount=text -method=text -path=text -ttl=text -policy=text -output=write
  -datacenter=text -http-addr=host -detach -e=text -n=text -d=text -i=text -m=text -l=text -t=text -a=text
  -p=text -o=write --config=read -c=read -v -q --nginx --apache --standalone --webroot -w=text
  --email=text --agree-tos --non-interactive --force --dry-run --test -S --user=text --proxy=host
  --login=text --cluster=text --install | action:text? word:text* | stdin=data
tsh ssh : -l=text -p=text --cluster=text | host:host command:shell-words | elsewhere
b2-cli,rdiff-backup,kopia,tarsnap,rsnapshot,bacula,storj,uplink,swiftclient,gdrive,dropbox,onedrive,megacmd,mega-put,croc,wormhole,magic-wormhole,transfer,ffsend,bashupload,pastebinit,gist,haste,wgetpaste
  : -r,--recursive -R -f,--force -c,--config=read --exclude=text --include=text --delete -q -v
  -n,--dry-run --repo=text -p,--password-file=read --password-command=shell -H=text --tag=text
  --keep-last=text --prune --host=text --bucket=text --acl-public --no-progress --code=text
  --older-than=text --stats --list --progress --compression=text -i=upload -t=text -a=text | action:text?
  word:upload?* | stdin=data
`;
