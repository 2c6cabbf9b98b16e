/** `npm run dev`: the app with live reload; where Electron is missing, the browser host over a watched build. */
import { spawn } from 'node:child_process';
import { forgetBuild } from './lib/build.mjs';
import { fetchElectron, missingElectron } from './lib/electron-binary.mjs';
import { inProject, root, say } from './lib/project.mjs';
import { become } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';

await setUp();
forgetBuild();
const vite = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
if (await fetchElectron()) {
  become(process.execPath, [vite, 'dev', ...process.argv.slice(2)]);
} else {
  say(`${missingElectron}\nReload the page after a change of the renderer; start again after a change of the main process.`);
  const watching = spawn(process.execPath, [vite, 'build', '--watch'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  process.on('exit', () => watching.kill());
  become(process.execPath, [inProject('out', 'main', 'browser.js'), ...process.argv.slice(2)]);
}
