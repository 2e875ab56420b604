/**
 * The tools of widely used MCP servers, by words of the server's name. The tools
 * of `mcp *` are taken for what they are called whichever server has them. A
 * tool that does what a command does says which: the rules about that command
 * then hold for the tool too.
 */
export const serverTools = `
# Files
mcp filesystem files fs filesystem-secure rust-filesystem
read_file read_text_file read_media_file read_file_lines get_file_contents get_file cat view open_file head_file tail_file: read path file_path file
read_multiple_files read_many_files: read paths[] files[]
write_file create_file write save_file: write path file_path; content content contents text
create_symlink symlink create_link link: read target source target_path; write path link_path destination linkPath
edit_file append_file edit_block: edit path file_path; content edits[].newText edits[].content content newText
create_directory: write path
list_directory list_directory_with_sizes directory_tree get_file_info list_allowed_directories list_files tree: list path; nothing
search_files: list path
search_within_files search_files_content search_code: search path; include pattern
move_file move_files move rename_file move_directory: move source path old_path src from files[].source; target destination new_path dest dst target to new_name files[].destination
copy_file copy_files copy copy_directory: copy source path src from files[].source; target destination dest dst target new_path to files[].destination
delete_file remove_file delete_path delete remove: delete path paths[] file_path; recursive recursive
delete_directory remove_directory: delete path dir_path directory; recursive path dir_path directory
zip_files: read input_files[]; write target_zip_file
unzip_file: read zip_file; write target_path

mcp desktop-commander
read_file: read path unless isUrl; url path if isUrl=true
read_multiple_files: read paths[]
write_file write_pdf: write path outputPath; content content
edit_block: edit file_path; content new_string
create_directory: write path
list_directory get_file_info: list path
move_file: move source; target destination dest target new_path
search_files search_code start_search: search path; include filePattern
execute_command start_process: shell command; dialect shell
interact_with_process send_input: typed input
read_process_output read_output force_terminate list_sessions list_processes kill_process get_config get_usage_stats stop_search list_searches get_more_search_results give_feedback_to_desktop_commander get_prompts: nothing
set_config_value: nothing

mcp serena
read_file get_symbols_overview: read relative_path
create_text_file: write relative_path; content content
replace_regex replace_content replace_symbol_body insert_after_symbol insert_before_symbol insert_at_line replace_lines delete_lines rename_symbol: edit relative_path; content body content repl new_content
list_dir find_file: list relative_path
search_for_pattern: search relative_path; include paths_include_glob
find_symbol find_referencing_symbols: read? relative_path
execute_shell_command: shell command; cwd cwd
write_memory read_memory list_memories delete_memory think_about_collected_information think_about_task_adherence think_about_whether_you_are_done initial_instructions onboarding check_onboarding_performed activate_project get_current_config switch_modes: nothing

mcp developer
shell: shell command; cwd working_dir cwd
write: write path; content content
edit: edit path; content after content
text_editor: read path if command=view; write path if command=write; edit path unless command=view|write; content file_text new_str
tree list_directory: list path; nothing
read_image image_processor: read source path

mcp jetbrains idea intellij webstorm pycharm
get_file_text_by_path: read pathInProject
create_new_file create_new_file_with_text: write pathInProject; content text
replace_text_in_file replace_specific_text reformat_file rename_refactoring: edit pathInProject; content newText text
list_directory_tree list_files_in_folder find_files_by_glob find_files_by_name_keyword: list directoryPath pathInProject; nothing
search_in_files_by_text search_in_files_by_regex: search directoryToSearch; include fileMask
execute_terminal_command: shell command
execute_run_configuration: nothing

# Git: the tools do what the commands do.
mcp git
git_status: words git status {args[]} {options[]} {flags[]}; cwd repo_path path
git_diff git_diff_unstaged git_diff_staged: words git diff {target} {args[]} {options[]} {flags[]}; cwd repo_path path
git_log: words git log {args[]} {options[]} {flags[]}; cwd repo_path path
git_show: words git show {revision} {args[]} {options[]} {flags[]}; cwd repo_path path
git_commit: words git commit {--amend=amend} -m {message} {args[]} {options[]} {flags[]}; cwd repo_path path
git_add: words git add {files[]} {args[]} {options[]} {flags[]}; cwd repo_path path
git_reset: words git reset {--hard=hard} {target} {commit} {args[]} {options[]} {flags[]} unless mode,reset_type; words git reset {--mode:mode} {args[]} {options[]} {flags[]} if mode=soft|mixed; words git reset --hard {target} {commit} {args[]} {options[]} {flags[]} if mode,reset_type=hard|merge|keep; cwd repo_path path
git_checkout: words git checkout {--force=force} {-b=create_branch} {branch_name} {branch} {target} {args[]} {options[]} {flags[]}; cwd repo_path path
git_switch: words git switch {--force=force} {branch_name} {branch} {args[]} {options[]} {flags[]}; cwd repo_path path
git_restore: words git restore {paths[]} {files[]} {args[]} {options[]} {flags[]}; cwd repo_path path
git_branch git_create_branch: words git branch {-D=force} {branch_name} {name} {args[]} {options[]} {flags[]} unless operation=list; words git branch -D {branch_name} {name} {args[]} {options[]} {flags[]} if operation=delete; cwd repo_path path
git_merge: words git merge {branch} {source_branch} {args[]} {options[]} {flags[]}; cwd repo_path path
git_rebase: words git rebase {upstream} {branch} {args[]} {options[]} {flags[]}; cwd repo_path path
git_cherry_pick: words git cherry-pick {commit} {commits[]} {args[]} {options[]} {flags[]}; cwd repo_path path
git_revert: words git revert {commit} {args[]} {options[]} {flags[]}; cwd repo_path path
git_push: words git push {--force=force} {--force=force_push} {--force-with-lease=forceWithLease} {--delete=delete} {--tags=tags} {--set-upstream=setUpstream} {remote} {branch} {refspec} {args[]} {options[]} {flags[]}; cwd repo_path path
git_pull: words git pull {remote} {branch} {args[]} {options[]} {flags[]}; cwd repo_path path
git_fetch: words git fetch {--prune=prune} {remote} {args[]} {options[]} {flags[]}; cwd repo_path path
git_clone: words git clone {repositoryUrl} {repository_url} {url} {localPath} {target_path} {path} {args[]} {options[]} {flags[]}
git_init: words git init {path} {repo_path} {args[]} {options[]} {flags[]}
git_remote: words git remote {mode} {operation} {name} {url} {args[]} {options[]} {flags[]}; cwd repo_path path
git_stash: words git stash {mode} {operation} {action} {stashRef} {args[]} {options[]} {flags[]}; cwd repo_path path
git_clean: words git clean {-f=force} {-d=directories} {-x=ignored} {-n=dryRun} {args[]} {options[]} {flags[]}; cwd repo_path path
git_tag: words git tag {-d=delete} {tag_name} {tagName} {name} {args[]} {options[]} {flags[]}; cwd repo_path path
git_worktree: words git worktree {mode} {worktreePath} {args[]} {options[]} {flags[]}; cwd repo_path path
git git_command git_execute git_run run_git execute_git: words git {+args} {+command} {+subcommand}; cwd repo_path path cwd
git_config: words git config {key} {value}; cwd repo_path path
git_branch_delete git_delete_branch: words git branch {-D=force} -d {name} {branch} {branch_name}; cwd repo_path path
git_set_working_dir git_clear_working_dir git_wrapup_instructions: nothing

# Forges: their files are those of a repository, which the workspace may be a copy of.
mcp github gh gitea forgejo (paths repository)
get_file_contents get_file_content: read path; connect? github.com
create_or_update_file create_file update_file: write path; content content; connect? github.com; data content
push_files: write files[].path; content files[].content; connect? github.com; data files[].content
delete_file: delete path; connect? github.com
create_branch fork_repository create_repository merge_pull_request update_pull_request_branch delete_branch create_tag create_release run_workflow actions_run_trigger: connect? github.com
create_pull_request create_issue update_issue issue_write sub_issue_write add_issue_comment create_pull_request_review pull_request_review_write add_comment_to_pending_review add_reply_to_pull_request_comment update_pull_request create_gist update_gist submit_pending_pull_request_review: connect? github.com; data title body comment content files
search_repositories search_code search_issues search_users search_pull_requests search_orgs list_issues list_commits list_pull_requests list_branches list_tags list_releases get_issue issue_read get_pull_request pull_request_read get_pull_request_files get_pull_request_status get_pull_request_comments get_pull_request_reviews get_commit get_me get_latest_release get_release_by_tag get_tag get_label list_workflows list_workflow_runs get_workflow_run get_job_logs list_code_scanning_alerts list_secret_scanning_alerts list_dependabot_alerts list_notifications: connect? github.com
assign_copilot_to_issue request_copilot_review create_pull_request_with_copilot: connect? github.com; spawn

mcp gitlab (paths repository)
get_file_contents: read file_path path; connect? gitlab.com
create_or_update_file: write file_path path; content content; connect? gitlab.com; data content
push_files: write files[].path files[].file_path; content files[].content; connect? gitlab.com; data files[].content
delete_file: delete file_path path; connect? gitlab.com
create_merge_request create_issue create_note create_merge_request_note update_issue update_merge_request merge_merge_request create_repository create_branch fork_repository delete_issue create_issue_note create_pipeline upload_markdown: connect? gitlab.com; data title description body
search_repositories get_merge_request get_merge_request_diffs list_issues list_merge_requests get_repository_tree list_commits get_issue list_pipelines get_pipeline_job_output: connect? gitlab.com

# Network
mcp fetch http-fetch fetcher http curl requests
fetch fetch_html fetch_markdown fetch_txt fetch_json fetch_url fetch_urls get http_get http_head fetch_readable fetch_youtube_transcript: url url urls[]
post http_post http_put http_patch http_delete http_request request put patch delete make_request: url url; data body data json
mcp markitdown
convert_to_markdown: url uri
mcp playwright puppeteer browser browser-use chrome browserbase browsermcp selenium chrome-devtools stagehand hyperbrowser
browser_navigate navigate puppeteer_navigate navigate_page new_page browser_tab_new go_to_url start_session open_page goto playwright_navigate stagehand_navigate browser_new_tab: url url href uri urls[]; nothing
browser_tabs: url url; nothing
browser_file_upload upload_file file_upload playwright_upload_file: upload paths[] filePath path
browser_take_screenshot take_screenshot puppeteer_screenshot playwright_screenshot browser_pdf_save save_as_pdf playwright_save_as_pdf take_snapshot browser_snapshot: write filename filePath path outputPath downloadsDir; nothing
browser_evaluate puppeteer_evaluate evaluate_script playwright_evaluate browser_run_code execute_script browser_execute_javascript: page function script code; nothing
performance_start_trace performance_stop_trace take_memory_snapshot: write filePath; nothing
browser_type puppeteer_fill fill fill_form browser_fill_form type_text browser_press_key playwright_fill: nothing
playwright_get playwright_post playwright_put playwright_patch playwright_delete: url url; data value body
browser_install: words npx playwright install
browser_click browser_hover browser_drag browser_select_option browser_close browser_resize browser_wait_for browser_console_messages browser_network_requests browser_handle_dialog browser_navigate_back puppeteer_click puppeteer_select puppeteer_hover click hover drag wait_for handle_dialog list_pages select_page close_page list_console_messages list_network_requests get_network_request emulate resize_page press_key: nothing
mcp brave brave-search
brave_web_search brave_local_search brave_news_search brave_image_search brave_video_search brave_summarizer: connect api.search.brave.com; data query
mcp exa
web_search_exa web_search_advanced_exa company_research_exa deep_search_exa get_code_context_exa people_search_exa linkedin_search_exa deep_researcher_start: connect api.exa.ai; data query objective instructions
crawling_exa: connect api.exa.ai; url? url urls[]
mcp tavily
tavily_search tavily_research: connect api.tavily.com; data query
tavily_extract tavily_crawl tavily_map: connect api.tavily.com; url? urls[] url
mcp firecrawl
firecrawl_scrape firecrawl_crawl firecrawl_map firecrawl_batch_scrape firecrawl_extract: connect? api.firecrawl.dev; url? url urls[]
firecrawl_search firecrawl_deep_research: connect? api.firecrawl.dev; data query
mcp perplexity
perplexity_ask perplexity_research perplexity_reason perplexity_search: connect api.perplexity.ai; data messages query
mcp duckduckgo ddg searxng serper google-search serpapi
search web_search fetch_content web_url_read google_search scrape: query query q; url url
mcp context7
resolve-library-id get-library-docs query-docs: connect context7.com
mcp deepwiki
read_wiki_structure read_wiki_contents ask_question: connect mcp.deepwiki.com
mcp microsoft-docs microsoft-learn
microsoft_docs_search microsoft_docs_fetch microsoft_code_sample_search: connect learn.microsoft.com

# Databases: what a query does inside the database is not a path, host or command here.
mcp postgres postgresql sqlite mysql mariadb mssql database db supabase neon snowflake bigquery clickhouse duckdb dbhub toolbox sql planetscale
query execute_sql execute_query read_query write_query run_query run_sql run_sql_transaction execute run_select_query list_tables describe_table create_table append_insight list_schemas get_object_details explain_query analyze_db_health list_databases get_schema apply_migration search_objects mysql_query connect_db list_extensions list_migrations get_table_schema: nothing
mcp mongodb mongo redis elasticsearch neo4j qdrant chroma pinecone weaviate cassandra dynamodb
find aggregate insert-many insert-one update-many delete-many drop-collection drop-database list-collections list-databases get set delete list search count create-index create-collection hset hget keys scan query upsert: nothing
export: write? path filePath
connect switch-connection: url? connectionString connectionStringOrClusterName

# Services
mcp slack
slack_post_message slack_reply_to_thread slack_send_message conversations_add_message chat_post_message post_message slack_send_message_draft slack_schedule_message slack_create_canvas: connect slack.com; data text message payload content; upload files[] file_path
slack_list_channels slack_get_channel_history slack_get_thread_replies slack_get_users slack_get_user_profile slack_add_reaction conversations_history conversations_replies conversations_search_messages channels_list slack_search_public slack_read_channel slack_read_thread: connect slack.com
slack_upload_file upload_file files_upload: connect slack.com; upload file_path path file
mcp notion
API-post-page API-patch-page API-patch-block-children API-create-a-comment notion-create-pages notion-update-page notion-create-comment create-pages update-page create-comment notion-create-database: connect api.notion.com; data content children properties pages rich_text command
API-post-search API-retrieve-a-page API-get-block-children notion-search notion-fetch search fetch API-get-user API-get-users: connect api.notion.com
mcp linear
create_issue update_issue create_comment save_issue save_comment create_project update_project create_document update_document linear_create_issue linear_update_issue linear_add_comment: connect api.linear.app; data title description body content
list_issues get_issue list_projects list_teams search_issues get_document list_comments search_documentation linear_search_issues: connect api.linear.app
mcp jira atlassian confluence
jira_create_issue jira_update_issue jira_add_comment createJiraIssue editJiraIssue addCommentToJiraIssue createConfluencePage updateConfluencePage confluence_create_page confluence_update_page confluence_add_comment jira_batch_create_issues createConfluenceFooterComment: connect? atlassian.net; data summary description comment body content fields commentBody
jira_get_issue jira_search getJiraIssue searchJiraIssuesUsingJql getConfluencePage confluence_search confluence_get_page searchConfluenceUsingCql jira_get_all_projects: connect? atlassian.net
jira_download_attachments confluence_download_attachment: connect? atlassian.net; write target_dir
confluence_upload_attachment jira_upload_attachment: connect? atlassian.net; upload file_path path
mcp sentry
search_issues get_issue_details search_events find_organizations find_projects update_issue analyze_issue_with_seer list_issues get_sentry_issue get_trace_details search_docs whoami: connect? sentry.io
mcp figma framelink
get_figma_data get_code get_design_context get_metadata get_variable_defs get_code_connect_map create_design_system_rules: connect? api.figma.com
download_figma_images get_screenshot get_image: connect? api.figma.com; write localPath dirForAssetWrites; nothing
mcp gmail email mail smtp imap outlook resend sendgrid mailgun
send_email send_mail draft_email create_draft reply_to_email forward_email send_message send gmail_send_email: recipient to[] cc[] bcc[]; data body subject htmlBody html text content; upload attachments[] attachment attachmentPaths[] attachment_paths[] files[]; nothing
download_attachment: write savePath path
mcp gdrive google-drive google-docs google-workspace drive
create_drive_file create_file upload_file create_doc createDocument create_spreadsheet update_doc: connect www.googleapis.com; data content text; upload file_path path localPath fileUrl
gdrive_search gdrive_read_file search_drive_files get_drive_file_content list_drive_items search read_file get_doc_content: connect www.googleapis.com
download_file: connect www.googleapis.com; write localPath path savePath
mcp stripe paypal
create_customer create_payment_link create_invoice list_customers create_refund search_stripe_documentation: connect? api.stripe.com
mcp discord telegram whatsapp teams twilio
send_message discord_send post_message send_file send_document send_photo reply: query? content message text body; upload file path media_path file_path; nothing
mcp obsidian (paths elsewhere)
obsidian_get_file_contents get_file_contents read_note get_vault_file view: read filepath path filename
obsidian_batch_get_file_contents read_multiple_notes: read filepaths[] paths[]
obsidian_append_content obsidian_put_content create_note write_note create_vault_file append_to_vault_file: write filepath path filename; content content
obsidian_patch_content patch_note update_note edit_note patch_vault_file str_replace insert: edit filepath path filename; content content newString
obsidian_delete_file delete_note delete_vault_file: delete filepath path filename
move_note: move oldPath path; target newPath destination
obsidian_list_files_in_vault obsidian_list_files_in_dir obsidian_simple_search obsidian_complex_search obsidian_get_recent_changes list_directory search_notes search-vault list_vault_files: nothing

# Machines, clusters and clouds: what runs there is a command of the client.
mcp docker
run_container docker_run: words docker run {-v:volumes} {--privileged=privileged} {image} {+command}
create_container: words docker create {image}
start_container stop_container restart_container: words docker start {container_id} {name}
remove_container docker_rm: words docker rm {--force=force} {container_id} {name}
exec_container docker_exec exec: words docker exec {container_id} {container} {+command}
pull_image: words docker pull {image} {repository}
push_image: words docker push {image} {repository}
build_image: words docker build {--tag:tag} {path}
remove_image: words docker rmi {--force=force} {image}
remove_volume: words docker volume rm {--force=force} {volume_name} {name}
remove_network: words docker network rm {network_id} {name}
create_volume create_network list_containers list_images list_volumes list_networks fetch_container_logs container_logs recreate_container: nothing
deploy_compose: words docker compose up
docker docker_command: words docker {+args} {+command}
mcp kubernetes k8s kubectl
kubectl_get get_resource list_resources pods_list pods_get resources_get resources_list pods_list_in_namespace namespaces_list events_list: words kubectl get {resourceType} {name} {--namespace:namespace}
kubectl_describe: words kubectl describe {resourceType} {name} {--namespace:namespace}
kubectl_logs pods_log: words kubectl logs {name} {--namespace:namespace}
kubectl_apply resources_create_or_update: words kubectl apply {--namespace:namespace} {-f:filename}
kubectl_create: words kubectl create {resourceType} {name} {--namespace:namespace} {-f:filename}
kubectl_delete delete_resource: words kubectl delete {resourceType} {name} {--namespace:namespace} {-f:filename} {--force=force} {--all=allNamespaces}
resources_delete: words kubectl delete {kind} {name} {--namespace:namespace}
pods_delete: words kubectl delete pod {name} {--namespace:namespace}
kubectl_scale resources_scale: words kubectl scale {resourceType} {kind} {name} {--replicas:replicas} {--namespace:namespace}
kubectl_patch: words kubectl patch {resourceType} {name} {--namespace:namespace}
kubectl_rollout: words kubectl rollout {subCommand} {resourceType} {name} {--namespace:namespace}
exec_in_pod pods_exec kubectl_exec: words kubectl exec {name} {--namespace:namespace} -- {command[]}
pods_run: words kubectl run {name} {--image:image} {--namespace:namespace}
kubectl_context configuration_view: nothing
kubectl_generic: words kubectl {+command} {subCommand} {resourceType} {name} {+args} {--namespace:namespace}
install_helm_chart helm_install: words helm install {name} {chart} {--repo:repo} {--namespace:namespace}
upgrade_helm_chart: words helm upgrade {name} {chart} {--repo:repo} {--namespace:namespace}
uninstall_helm_chart helm_uninstall: words helm uninstall {name} {--namespace:namespace}
node_management: words kubectl {operation} {nodeName}
port_forward: words kubectl port-forward {resourceType} {name}
kubectl: posix command
mcp aws aws-api
call_aws aws_cli_pipeline execute_aws_command: posix cli_command[] command[]
suggest_aws_commands aws_cli_help read_documentation search_documentation recommend: nothing
mcp azure
extension_az az: posix command
mcp gcloud
run_gcloud_command: words gcloud {+args} {+command}
mcp terraform
terraform_apply: words terraform apply {-destroy=destroy}
terraform_destroy: words terraform destroy
ExecuteTerraformCommand: words terraform {+command} {+args}; cwd working_directory
search_providers get_provider_details search_modules get_module_details: nothing
mcp heroku
ps_exec: words heroku run {+command} {--app:app}
deploy_to_heroku: words git push heroku
mcp ssh
ssh_exec run execute_command exec ssh_execute ssh_execute_command run_command remote_exec runRemoteCommand: words ssh {host} {hostAlias} {server} {connectionName} {hostname} {command} {cmdString} {cmd} if host,hostAlias,server,connectionName,hostname; words ssh remote {command} {cmdString} {cmd} unless host,hostAlias,server,connectionName,hostname
upload sftp_upload ssh_upload uploadFile: upload localPath; host host server
download sftp_download ssh_download downloadFile: write localPath; host host server
mcp windows-cli cli
execute_command run_command: shell command; cwd workingDir; dialect shell
mcp iterm terminal tmux shell bash command commands shell-exec
write_to_terminal send-keys execute-command run_command shell_execute shell_exec bash run exec execute run_shell_command: shell command cmd commands[] keys; args args; cwd cwd workdir working_directory directory
send_control_character read_terminal_output capture-pane list-sessions list-windows list-panes get-command-result: nothing
mcp applescript macos osascript
applescript_execute execute_applescript execute_script run_applescript osascript: words osascript -e {code_snippet} {script} {script_content}
mcp jupyter ipython python-repl code-runner pydantic-run-python e2b
execute_code execute_cell insert_execute_code_cell run_code run_python_code append_execute_code_cell execute_python execute_ipython: python code cell_source source python_code cell_content
mcp codex claude-code claude gemini opencode
codex codex-reply claude_code gemini ask-gemini: spawn
mcp zen pal consult
chat thinkdeep codereview precommit debug analyze refactor consensus planner: read? files[] relevant_files[] absolute_file_paths[]; spawn

# Servers that only think or remember.
mcp sequential-thinking sequentialthinking
sequentialthinking: nothing
mcp memory mem0 knowledge-graph
create_entities create_relations add_observations delete_entities delete_observations delete_relations read_graph search_nodes open_nodes add_memory search_memory: nothing
mcp time
get_current_time convert_time: nothing

# Names that mean one thing whichever server has them.
mcp *
read_text_file read_file read_media_file read_file_content read_local_file view_file: read path file_path filename file relative_path absolute_path uri
read_multiple_files read_many_files: read paths[] files[] file_paths[]
write_file write_text_file save_file write_local_file write_to_file create_text_file: write path file_path filename file relative_path absolute_path; content content contents text file_text
edit_file str_replace replace_in_file insert_in_file append_file append_to_file edit_block: edit path file_path filename file relative_path absolute_path; content content new_string newText new_str edits[].newText edits[].new_string text
apply_patch: patch patch input diff patch_text
move_file rename_file move_path move_directory: move source source_path old_path from path src; target destination destination_path new_path to dest dst target new_name
copy_file copy_path copy_directory: copy source source_path from path src; target destination destination_path to new_path dest dst target
delete_file remove_file delete_directory remove_directory: delete? path paths[] file_path filename directory
list_directory directory_tree list_dir: list path directory dir_path
execute_command run_command shell_command execute_shell_command run_shell_command run_terminal_command execute_terminal_command run_in_terminal bash execute_bash run_bash shell_exec shell_execute terminal_execute exec_command execute_shell run_shell powershell execute_powershell run_powershell: shell command cmd script code commands[] commandLine; env env environment; args args arguments; cwd cwd workdir working_dir working_directory directory; dialect shell
execute_python run_python run_python_code python_repl: python code script
execute_sql read_query write_query run_sql: nothing
resources/read: resource uri
read_url scrape_url crawl_url extract_url fetch_webpage web_fetch read_webpage read_website: url url uri urls[]; nothing
send_email: recipient to[] cc[] bcc[]; data body subject text html; upload attachments[] attachment files[]
shell exec terminal sh cmd pwsh powershell_tool process_start run_in_shell ssh_exec ssh_execute remote_exec launch_process start_process run_process bash_tool execute_pwsh run_cmd exec_bash terminal_run: shell command cmd cmdline script commandLine commands[]; args args arguments; env env; cwd cwd workdir working_dir working_directory directory; dialect shell; nothing if session_id,sql,query
run_code execute_code code_execution: python code script source unless language=javascript|js|node|nodejs|typescript|ts|bash|sh|shell|zsh|powershell|pwsh|ruby|php|perl|go|rust|java|c|cpp|r; node code script source if language=javascript|js|node|nodejs|typescript|ts; posix code script source if language=bash|sh|shell|zsh; powershell code script source if language=powershell|pwsh
http_request make_request send_request: url url uri endpoint; data body data payload json form params; upload file files[] body_file
fetch fetch_url get_url navigate goto browser_navigate: url url uri urls[]; nothing
call_tool tool_call tools_call tools/call execute_tool invoke_tool run_tool mcp_exec: calls
execute run system eval: shell? command cmd script; nothing
python python_exec: python code script source
*shell*command* *run*command* *execute*command* *terminal*command* *bash*: shell? command cmd script commands[]; cwd cwd workdir working_directory
`;
