/**
 * The tools of the agent harnesses, by name. Names and fields are compared
 * without regard to case, `_` and `-`, so that `ReadFile` and `read_file` share a
 * line. Where harnesses use one name with different fields, the line has them all.
 */
export const nativeTools = `
native

# Commands. A command may be text for a shell or a list of words.
Bash sh zsh control_bash_process local_bash execute_bash exec_bash bash_tool bash_execute shell_bash developer__shell__bash (shell): posix command cmd script cmdline command_line; args args arguments argv; cwd workdir cwd working_dir working_directory directory dir; env env environment; nothing if restart
PowerShell pwsh pwsh.exe powershell.exe execute_pwsh control_pwsh_process execute_powershell run_powershell powershell_tool (shell): powershell command cmd script; args args arguments; env env environment; cwd workdir cwd working_dir working_directory
Shell run_shell_command shell_command local_shell container.exec unified_exec exec_command developer__shell Execute exec execute_command run_command run_terminal_command run_terminal_cmd run_in_terminal run_terminal execute_shell terminal bash_command run_bash run_bash_command execute_in_terminal computer_terminal launch_process run_shell shell_exec shell_execute exec_shell run_cmd run_process start_process spawn_process process_start execute_cmd terminal_execute terminal_exec terminal_run system_command os_command cmd cmd.exe run_script subprocess ssh_exec ssh_execute (shell): shell command cmd CommandLine cmdline shell_command script action.command; env env environment; args args arguments argv; cwd workdir cwd working_dir working_directory dir_path directory dir cd action.working_directory; dialect shell
run_commands run_command_sequence execute_commands (shell): env env; shell commands[] command cmd shell_command script; args args; cwd cwd workdir working_directory
Monitor (shell): shell command; url ws.url; cwd directory
create_and_run_task (shell): shell task.command; args task.args; cwd workspaceFolder
run_code execute_code code_execution code_exec (shell): python code script source unless language=javascript|js|node|nodejs|typescript|ts|bash|sh|shell|zsh|powershell|pwsh|ruby|php|perl|go|rust|java|c|cpp|r; node code script source if language=javascript|js|node|nodejs|typescript|ts; posix code script source if language=bash|sh|shell|zsh; powershell code script source if language=powershell|pwsh; cwd cwd workdir working_directory
write_bash write_powershell interact_with_process write_stdin send_command_input send_terminal_input (shell): typed input chars text data
BashOutput read_bash read_powershell stop_bash stop_powershell list_bash list_powershell KillShell KillBash kill_terminal get_terminal_output terminal_last_command command_status read_terminal await_terminal get_task_output job_output job_kill get_process_output list_processes (shell): nothing
REPL (shell): node code script
python execute_python run_python code_interpreter python_exec ipython execute_ipython_cell (shell): python code script source input
node run_javascript execute_javascript js_repl (shell): node code script source input

# Files that are read.
Read read_file view view_file view_file_outline view_code_item view_line_range open_file cat_file ReadLints read_code_item read_code (file_read): read file_path path AbsolutePath target_file file filename relative_workspace_path files[] paths[] operations[].path operations[].image_paths[] filePaths[] uri
read_files read_many_files read_multiple_files (file_read): globs include[] paths[] files[] file_paths[] path
fs_read (file_read): read path operations[].path operations[].image_paths[]; list operations[].directory
view_image read_image developer__read_image developer__image_processor view_media read_media_file image_read (file_read): read path file_path source image_path absolute_path
NotebookRead read_notebook copilot_getNotebookSummary get_notebook_summary (file_read): read notebook_path path filePath
get_errors get_diagnostics lsp_diagnostics (file_read): read filePaths[] paths[] files[] path; nothing
read_project_structure get_changed_files get_project_setup_info (file_read): nothing
view_content_chunk (file_read): nothing
str_replace_based_edit_tool str_replace_editor str_replace_based_edit developer__text_editor text_editor (file_edit): read path file_path if command=view; write path file_path if command=create|write; edit path file_path unless command=view|create|write; content new_str file_text content insert_text new_string

# Files that are written whole.
Write write_file write_to_file create create_file new_file save_file developer__write TabWrite create_or_update_local_file (file_write): write file_path path AbsolutePath target_file file filename relative_workspace_path uri files[].path files[].file_path; content content contents file_text file_content CodeContent text code new_str
fs_write (file_write): edit path file_path if command=str_replace|insert|append; write path file_path unless command=str_replace|insert|append; content content file_text new_str text
create_directory mkdir create_folder (file_write): write dirPath path directory DirectoryPath
create_new_jupyter_notebook create_new_workspace (file_write): nothing
download download_file (file_write): url url uri; write file_path path output_path output destination dest filename save_path target_path; nothing
update_memory_file save_memory_file (file_write): write path file_path; content content

# Files that are changed, moved or deleted.
Edit edit_file multi_edit search_replace str_replace StrReplaceFile string_replace replace replace_in_file replace_string_in_file insert_edit_into_file insert_content insert_into_file append_to_file search_and_replace editor developer__edit developer__str_replace hashline_edit edit_files multi_replace_string_in_file replace_file_content multi_replace_file_content edit_file_content apply_edit propose_code update_file modify_file write_code edit_code fs_append (file_edit): edit file_path path AbsolutePath target_file file filename relative_workspace_path relative_path files[] replacements[].filePath replacements[].path edits[].file_path edits[].path edits[].target_file edits[].filename changes[].path changes[].file_path uri; content new_string new_str new_text replacement replace content code code_edit after ReplacementContent ReplacementChunks[].ReplacementContent edit edit[].new edits[].new_string edits[].new_str edits[].new_text edits[].replacement edits[].content replacements[].newString diff insert_text file_text text files[].content
apply_diff (file_edit): edit path file_path args.file[].path files[].path; content diff content args.file[].diff; patch diff unless path
NotebookEdit edit_notebook edit_notebook_file notebook_edit_cell (file_edit): edit notebook_path filePath path target_notebook; content new_source newCode new_string new_str source
apply_patch patch apply_unified_diff (file_edit): patch input patch patchText command diff text; cwd workdir cwd
Delete delete_file remove_file remove_files delete_files (file_edit): delete file_path path target_file absolute_path files[] paths[] file_paths[] DirectoryPath; recursive recursive
delete_directory remove_directory delete_folder rmdir remove_folder delete_path (file_edit): delete path paths[] dir_path directory directory_path folder_path folder; recursive path paths[] dir_path directory directory_path folder_path folder
move_file rename_file mv_file rename_path move_path move_directory rename (file_edit): move source source_path old_path from file_path path src old_name files[].source files[].path; target destination destination_path new_path to target target_path dest dst dest_path new_name new_filename newPath files[].destination files[].target
copy_file copy_path duplicate_file copy_directory (file_edit): copy source source_path from file_path path src; target destination destination_path to target target_path new_path dest dst dest_path new_name
lsp_rename rename_symbol vscode_renameSymbol code_action (file_edit): edit file_path path uri relative_path
undo_edit undo_last_edit (file_edit): edit? path file_path; nothing

# Searches: those that show text read the files; those that show names read folders.
Grep grep_search search_file_content rg ripgrep search_files search_in_files grep_files text_search find_in_files findTextInFiles grep_code search_text (search): search path file_path dir_path directory DirectoryPath SearchPath SearchDirectory paths[] folder; include glob include include_pattern Includes[] file_pattern glob_pattern globs[]; cwd cwd workdir working_directory root
codebase_search semantic_search search_codebase codebase codebase_retrieval file_search_semantic list_code_usages usages list_code_definition_names search_workspace_symbols get_search_view_results test_search lsp goto_definition find_references code_search lsp_references (search): list? path file_path target_directories[]; nothing
Glob glob_file_search file_search find_by_name find_files list_files find_files_by_name glob_search fuzzy_search_files (search): list path dir_path SearchDirectory directory target_directory folder DirectoryPath; nothing
LS list_dir List list_directory list_files_recursive developer__tree tree read_directory view_directory list_folder directory_tree (search): list path dir_path DirectoryPath directory relative_workspace_path file_path target_directory folder paths[]; nothing
search_tools ToolSearch search_tool_bm25 (search): nothing

# What leaves the machine.
WebFetch Fetch fetch_url read_web_page fetch_webpage read_url_content fetch_web_content view_web_document open_simple_browser open_browser open_browser_page open_url browse_web url_fetch http_fetch fetch_html visit_webpage web_reader agentic_fetch get_url fetch_content (fetch): url url uri urls[] requests[].url href page_url website; urls-in prompt query instructions unless url,urls,requests,href,page_url; data body data payload; cwd cwd; nothing if urls
http_request make_request send_request api_request curl http rest_request (fetch): url url uri urls[] requests[].url endpoint; host host unless url,uri,urls,requests,endpoint; data body data payload json form form_data params query headers multipart content; upload file files[] body_file file_path upload_file input_file; write output output_file save_to download_path; cwd cwd; nothing if urls
WebSearch google_web_search search_web brave_web_search search_internet web_search_exa exa_search tavily_search online_search sourcegraph github_repo vscode_searchExtensions_internal websearch_cited x_search (fetch): query query q search_query search_term queries[] url
browser_action browser BrowserNavigate navigate_page computer_browser browser_subagent (fetch): url url; nothing
RemoteTrigger (fetch): urls-in action url prompt

# Agents.
Task Agent spawn_agent invoke_agent invoke_subagent run_subagent subagent delegate delegate_task new_task use_subagent use_subagents launch_agent start_agent agent_spawn delegate_to_agent create_subagent spawn_subagent oracle librarian call_omo_agent background_task codebase_investigator developer__delegate send_input resume_agent (task): spawn; agent subagent_type subagent agent_type agent_name agent type name mode
Workflow (task): spawn
wait_agent wait close_agent list_agents agent_output background_output TaskOutput AgentOutputTool TaskStop (task): nothing

# Tools that call others.
batch multi_tool_use.parallel parallel multi_tool_use batch_tool batch_execute (other): calls tool_calls[] tool_uses[] calls[] invocations[] tasks[] tools[] requests[] operations[] actions[] commands[]
use_mcp_tool call_mcp_tool access_mcp_tool mcp_tool_call use_tool (mcp): calls
ReadMcpResourceTool read_mcp_resource FetchMcpResource access_mcp_resource ReadMcpResourceDirTool (mcp): resource uri resource_uri
ListMcpResourcesTool list_mcp_resources list_mcp_resource_templates (mcp): nothing
use_aws (other): words aws {--region:region} {--profile:profile_name} {service_name} {operation_name}
install_python_packages (other): words pip install {packageList[]}
install_extension vscode_installExtension (other): words code --install-extension {id}
packager_install_tool packager_tool (other): words npm install {dependency_list[]}

# Tools of the harness itself, that touch nothing of all this.
TodoWrite TodoRead update_todo write_todos manage_todo_list todo_list update_todo_list update_plan think thinking sequentialthinking plan exit_plan_mode EnterPlanMode ask_user AskUserQuestion ask_followup_question question attempt_completion complete_task request_user_input report_intent report_progress TaskCreate TaskUpdate TaskGet TaskList update_topic suggested_responses skill use_skill activate_skill load_skill CronCreate CronList CronDelete ScheduleWakeup PushNotification plan_mode_respond plan_mode_responder notify_user SendMessage switch_mode create_goal get_goal update_goal take_snapshot list_todos finish end_turn save_memory update_memory create_memory introspect thinking_tool vscode_get_confirmation set_title fetch_rules fetch_instructions EnterWorktree ExitWorktree ComputerUse RecordScreen knowledge todos ask_question submit_and_exit skills lsp_restart crush_info crush_logs report_issue (other): nothing
`;
