/** `npm run test:electron`: the specs on Electron itself; `--packaged` packs the automation build first, and runs them on that. */
import { drivenElectron } from './lib/electron-binary.mjs';
import { readOptions } from './lib/options.mjs';
import { automationProgram } from './lib/packaging/automation-program.mjs';
import { inProject, say } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';

const { packaged, filter } = readOptions(
  { packaged: { type: 'boolean', default: false }, filter: { type: 'string' } },
  'Usage: npm run test:electron -- [--packaged] [--filter TEXT]',
);
await setUp();
if (packaged) {
  const { code } = await run(process.execPath, [inProject('scripts', 'package.mjs'), '--automation']);
  if (code !== 0) process.exit(code);
  process.env.LATCHKEY_ELECTRON_APP = inProject(automationProgram(process.platform, process.arch));
}
const driven = drivenElectron();
if ('missing' in driven) {
  say(`The specs on Electron can’t run. ${driven.missing}`);
  process.exit(1);
}
const only = [inProject('scripts', 'test.mjs'), '--only', 'electron', ...(filter ? ['--filter', filter] : [])];
const { code } = await run(process.execPath, only);
process.exit(code);
