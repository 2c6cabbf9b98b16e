/** The commands of the terminal and their options, as data: the parser, the help, completion, and the documentation follow from it. */

export interface OptionRow {
  /** What stands for the value in the help; absent for a switch. */
  readonly value?: string;
  readonly text: string;
  readonly isRepeatable?: true;
  /** The values that are allowed, where there are few. */
  readonly of?: readonly string[];
}

export const optionRows = {
  profile: { value: 'DIR', text: 'Data folder, instead of the app’s own' },
  connection: { value: 'NAME|ID', text: 'Connection to use' },
  json: { text: 'Print JSON' },
  keychain: { value: 'auto|memory', text: 'Where secrets are stored', of: ['auto', 'memory'] },
  'no-network': { text: 'Send requests only to this machine' },
  clock: { value: 'TIME', text: 'Fixed time of all clocks' },
  help: { text: 'Show help' },
  version: { text: 'Show the version' },
  output: { value: 'FILE', text: 'Write to a file instead of standard output' },
  from: { value: 'NAME|ID', text: 'Connection to take the configuration from, instead of a file' },
  'all-views': { text: 'Include saved views with values of users' },
  only: { value: 'SECTION[/KEY]', text: 'Take only this section or entry; can be repeated', isRepeatable: true },
  prune: { text: 'Also delete what only the target has' },
  'dry-run': { text: 'Show what would be done, and change nothing' },
  yes: { text: 'Confirm changes, where the safety level asks for no name' },
  confirm: { value: 'NAME', text: 'Name of the connection, where the safety level asks for it' },
  note: { value: 'TEXT', text: 'Note for the journal, where the policy asks for one' },
  journal: { value: 'FILE', text: 'Append the entries of this run to a file, as lines of JSON' },
  query: { value: 'TEXT', text: 'Only users whose name or email contains this text' },
  limit: { value: 'N', text: 'Maximum number of rows (100)' },
  format: { value: 'csv|ndjson|json', text: 'Format of the file (csv)', of: ['csv', 'ndjson', 'json'] },
  fields: { value: 'A,B', text: 'Fields of the file' },
  seed: { value: 'demo|empty', text: 'Data of a new sandbox', of: ['demo', 'empty'] },
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof optionRows;

/** Options of every command. */
export const commonOptions = ['profile', 'json', 'keychain', 'no-network', 'clock', 'help'] as const;

export interface CommandRow {
  readonly text: string;
  /** The arguments after the name, as the help shows them. */
  readonly args: readonly string[];
  /** Number of arguments that are required. */
  readonly required: number;
  readonly options: readonly OptionName[];
  /** Without the name of the program. */
  readonly examples: readonly string[];
}

export const commandRows = {
  'connections list': {
    text: 'List the connections of the profile',
    args: [],
    required: 0,
    options: [],
    examples: ['connections list', 'connections list --json'],
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commandRows;

/** The commands by name, also those that have none of the optional parts. */
export const commands: ReadonlyMap<string, CommandRow> = new Map(Object.entries(commandRows));
