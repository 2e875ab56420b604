# bylaw, for fish: bylaw completion fish | source
function __bylaw_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (command $words[1] completion words -- $words[2..] "$current" 2>/dev/null)
        set -l value (string replace -r -- '^--[^=]+=' '' "$current")
        set -l option (string sub -l (math (string length -- "$current") - (string length -- "$value")) -- "$current")
        switch $line
            case :paths
                printf '%s\n' $option(__fish_complete_path "$value")
            case :folders
                printf '%s\n' $option(__fish_complete_directories "$value" '')
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c bylaw -f -a '(__bylaw_complete)'
