/** `npm start`: sets up and runs the app, in Electron or, where that cannot be, in the browser host. */
import { whyEnded } from './lib/early-end.mjs';
import { electronEnvironment, fetchElectron, hasDisplay, missingElectron } from './lib/electron-binary.mjs';
import { endWithNpm } from './lib/end-with-npm.mjs';
import { readOptions, refuse } from './lib/options.mjs';
import { inProject, say } from './lib/project.mjs';
import { become } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';

const usage =
  'Usage: npm start -- [--host auto|electron|browser] [--profile DIR] [--port N] [--no-open] [--keychain auto|memory] [--allow-other-users] [--sandbox demo|empty] [--clock TIME] [--no-network] [--json] [LINK]';

/** A `latchkey:` link is the last argument, if there is one. */
const args = process.argv.slice(2);
const link = /^latchkey:/i.test(args.at(-1) ?? '') ? args.splice(-1) : [];

const options = readOptions(
  {
    host: { type: 'string', default: 'auto' },
    profile: { type: 'string' },
    port: { type: 'string' },
    'no-open': { type: 'boolean', default: false },
    keychain: { type: 'string', default: 'auto' },
    'allow-other-users': { type: 'boolean', default: false },
    sandbox: { type: 'string' },
    clock: { type: 'string' },
    'no-network': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  usage,
  args,
);
if (!['auto', 'electron', 'browser'].includes(options.host)) refuse(`--host takes auto, electron or browser.\n${usage}`);
if (!['auto', 'memory'].includes(options.keychain)) refuse(`--keychain takes auto or memory.\n${usage}`);
if (options.sandbox !== undefined && !['demo', 'empty'].includes(options.sandbox)) refuse(`--sandbox takes demo or empty.\n${usage}`);
if (options.port !== undefined && !(/^\d{1,5}$/.test(options.port) && Number(options.port) <= 65_535))
  refuse('--port takes a whole number from 0 to 65535; 0 picks a free one.');

await endWithNpm();
await setUp();
const host = await chooseHost();
if (host.binary === null) startBrowserHost();
else startElectron(host.binary);

/** @param {string} binary */
function startElectron(binary) {
  become(binary, [inProject('.'), ...sharedOptions(), ...link], {
    env: electronEnvironment(),
    onReady() {
      if (options.json) process.stdout.write(`${JSON.stringify({ host: 'electron', url: 'app://bundle/' })}\n`);
    },
    onEarlyEnd(ending) {
      say(whyEnded(ending));
      if (options.host === 'electron') process.exit(1);
      say('Latchkey runs in the browser host instead.');
      startBrowserHost();
    },
  });
}

function startBrowserHost() {
  become(process.execPath, [inProject('out', 'main', 'browser.js'), ...browserOptions(), ...link]);
}

/** Selects the host, and prints the reason if it isn’t Electron. */
async function chooseHost() {
  if (options.host === 'browser') return { binary: null };
  // Without a display, the binary isn’t needed.
  if (options.host === 'auto' && !hasDisplay()) {
    say('No display was found, so Latchkey runs in the browser host.');
    return { binary: null };
  }
  const binary = await fetchElectron();
  const isRequired = options.host === 'electron';
  if (binary === null) say(missingElectron({ isRequired }));
  if (binary === null && isRequired) process.exit(1);
  return { binary };
}

function browserOptions() {
  return [
    ...sharedOptions(),
    ...(options.port === undefined ? [] : [`--port=${options.port}`]),
    ...(options['no-open'] ? ['--no-open'] : []),
    ...(options.json ? ['--json'] : []),
  ];
}

/** What both hosts understand. */
function sharedOptions() {
  return [
    ...(options.profile === undefined ? [] : [`--profile=${options.profile}`]),
    `--keychain=${options.keychain}`,
    ...(options['allow-other-users'] ? ['--allow-other-users'] : []),
    ...(options.sandbox === undefined ? [] : [`--sandbox=${options.sandbox}`]),
    ...(options.clock === undefined ? [] : ['--clock', options.clock]),
    ...(options['no-network'] ? ['--no-network'] : []),
  ];
}
