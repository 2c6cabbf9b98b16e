/** The commands of the terminal and their options, as data: the parser, the help, completion, and the documentation follow from it. */

export interface OptionRow {
  /** Placeholder of the value in the help; absent for a switch. */
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
  output: { value: 'FILE', text: 'Write to a file instead of standard output; a configuration also to a folder' },
  update: { text: 'Keep the comments, the order, and the names of placeholders of the file or folder that is there' },
  force: { text: 'Remove or replace files of templates in a folder' },
  from: { value: 'NAME|ID', text: 'Connection to take the configuration from, instead of a file' },
  none: { text: 'Stop following a file' },
  'all-views': { text: 'Include saved views with values of users' },
  only: { value: 'SECTION[/KEY]', text: 'Take only this section or entry; can be repeated', isRepeatable: true },
  prune: { text: 'Also delete what only the target has' },
  'dry-run': { text: 'Show what would be done, and change nothing' },
  yes: { text: 'Confirm changes, where the safety level asks for no name' },
  confirm: { value: 'NAME', text: 'Name of the connection, where the safety level asks for it' },
  note: { value: 'TEXT', text: 'Note for the journal, where the policy asks for one' },
  journal: { value: 'FILE', text: 'Append the entries of this run to a file, as lines of JSON' },
  query: { value: 'TEXT', text: 'Only what contains this text' },
  limit: { value: 'N', text: 'Maximum number of rows (100)' },
  format: { value: 'csv|ndjson|json', text: 'Format of the file (csv)', of: ['csv', 'ndjson', 'json'] },
  fields: { value: 'A,B', text: 'Fields of the file' },
  mapping: { value: 'NAME|FILE', text: 'What columns become: a saved mapping, or a file of JSON with one' },
  existing: { value: 'change|leave', text: 'What happens to users who exist (change)', of: ['change', 'leave'] },
  'skip-invalid': { text: 'Leave out lines that can’t be imported, instead of importing none' },
  rejected: { value: 'FILE', text: 'Write the lines that can’t be imported to a file' },
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
  /** Whether it is about what the profile keeps, which a connection of the environment has no part in. */
  readonly isOfProfile?: true;
  /** Without the name of the program. */
  readonly examples: readonly string[];
}

const confirming = ['yes', 'confirm', 'note', 'journal'] as const;

export const commandRows = {
  'config export': {
    text: 'Print the configuration of a project, without secrets',
    args: [],
    required: 0,
    options: ['connection', 'output', 'update', 'force', 'all-views'],
    examples: [
      'config export --connection Staging --output project.yaml',
      'config export --output project/',
      'config export --output project.yaml --update',
      'config export > project.yaml',
    ],
  },
  'config diff': {
    text: 'Show how a project differs from a file or another project; exits with 2 if it does',
    args: ['[FILE|DIR]'],
    required: 0,
    options: ['connection', 'from', 'only'],
    examples: [
      'config diff project.yaml',
      'config diff project/',
      'config diff --from Staging --connection Production',
      'config diff project.yaml --only providers --json',
    ],
  },
  'config apply': {
    text: 'Change a project to what a file or another project says',
    args: ['[FILE|DIR]'],
    required: 0,
    options: ['connection', 'from', 'only', 'prune', 'dry-run', ...confirming],
    examples: [
      'config apply project.yaml --dry-run',
      'config apply project.yaml --yes --journal applied.ndjson',
      'config apply project.yaml --connection Production --confirm Production',
      'config apply project.yaml --only domains --prune --yes',
    ],
  },
  'config follow': {
    text: 'Have a connection follow a file or a folder, which drift is looked for against',
    args: ['[FILE|DIR]'],
    required: 0,
    options: ['connection', 'none'],
    examples: ['config follow project.yaml --connection Production', 'config follow --none --connection Production'],
  },
  'config drift': {
    text: 'Show which projects differ from the files that they follow, or from what was applied last; exits with 2 if one does',
    args: [],
    required: 0,
    options: ['connection'],
    examples: ['config drift', 'config drift --connection Production --json'],
  },
  'config schema': {
    text: 'Print the JSON Schema of configuration files',
    args: [],
    required: 0,
    options: [],
    examples: ['config schema > configuration.schema.json'],
  },
  'users list': {
    text: 'List users, newest first',
    args: [],
    required: 0,
    options: ['connection', 'query', 'limit'],
    examples: ['users list --query ada', 'users list --limit 1000 --json'],
  },
  'users export': {
    text: 'Export all users',
    args: [],
    required: 0,
    options: ['connection', 'format', 'fields', 'output'],
    examples: ['users export --output users.csv', 'users export --format ndjson --fields id,primary_email'],
  },
  'users import': {
    text: 'Create and change users by a file: CSV, JSON, or the export of another service',
    args: ['FILE'],
    required: 1,
    options: ['connection', 'mapping', 'existing', 'skip-invalid', 'rejected', 'dry-run', ...confirming],
    examples: [
      'users import users.csv --dry-run',
      'users import users.csv --mapping mapping.json --existing leave --yes',
      'users import users.csv --skip-invalid --rejected rejected.csv --yes',
    ],
  },
  'users erase': {
    text: 'Erase what Latchkey keeps about a user on this computer',
    args: ['USER_ID'],
    required: 1,
    options: ['connection', 'yes'],
    examples: ['users erase 3f2b9c1e-7d4a-4f55-9c61-0a8f5b7e2d10 --connection Production --yes'],
  },
  'jobs list': {
    text: 'List jobs, newest first',
    args: [],
    required: 0,
    options: ['connection', 'limit'],
    isOfProfile: true,
    examples: ['jobs list', 'jobs list --connection Staging --json'],
  },
  'jobs run': {
    text: 'Run a job that a file of JSON describes',
    args: ['FILE'],
    required: 1,
    options: ['connection', 'dry-run', ...confirming],
    examples: ['jobs run job.json --dry-run', 'jobs run job.json --connection Staging --yes'],
  },
  'jobs resume': {
    text: 'Continue a job that was paused or interrupted',
    args: ['JOB_ID'],
    required: 1,
    options: [...confirming],
    isOfProfile: true,
    examples: ['jobs resume 8f14e45f --yes'],
  },
  'journal list': {
    text: 'List entries of the journal, newest first',
    args: [],
    required: 0,
    options: ['connection', 'query', 'limit'],
    isOfProfile: true,
    examples: ['journal list --limit 20', 'journal list --connection Production --json'],
  },
  'journal export': {
    text: 'Print the chain of the journal as lines of JSON',
    args: [],
    required: 0,
    options: ['output'],
    isOfProfile: true,
    examples: ['journal export --output journal.ndjson'],
  },
  'journal verify': {
    text: 'Verify the chain of the journal; exits with 1 if it isn’t whole',
    args: [],
    required: 0,
    options: [],
    isOfProfile: true,
    examples: ['journal verify'],
  },
  'connections list': {
    text: 'List the connections of the profile',
    args: [],
    required: 0,
    options: [],
    examples: ['connections list', 'connections list --json'],
  },
  'connections test': {
    text: 'Test the credentials of a connection, or of all',
    args: ['[NAME|ID]'],
    required: 0,
    options: ['connection'],
    examples: ['connections test', 'connections test Staging --json'],
  },
  sandbox: {
    text: 'Run the sandbox of the profile until Ctrl+C',
    args: [],
    required: 0,
    options: ['seed'],
    isOfProfile: true,
    examples: ['sandbox --json', 'sandbox --seed empty --profile ./sandbox-profile'],
  },
  completion: {
    text: 'Print the completion of a shell',
    args: ['bash|zsh|fish'],
    required: 1,
    options: [],
    examples: ['completion bash > latchkey.bash'],
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commandRows;

/** The commands that need neither a profile nor a connection. */
export type ApplessCommand = 'completion' | 'config schema';

/** The commands by name, also those that have none of the optional parts. */
export const commands: ReadonlyMap<string, CommandRow> = new Map(Object.entries(commandRows));
