/** `npm run dev`: the app with live reload; where Electron is missing, the browser host over sources that are built as they change. */
import { watch } from 'node:fs';
import { forgetBuild } from './lib/build.mjs';
import { fetchElectron, missingElectron } from './lib/electron-binary.mjs';
import { inProject, say } from './lib/project.mjs';
import { become } from './lib/run.mjs';
import { setUp, tryBuild } from './lib/setup.mjs';

await setUp();
const own = process.argv.slice(2);
if (await fetchElectron()) {
  forgetBuild();
  become(process.execPath, [inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'dev', ...own]);
} else {
  say(`${missingElectron}\nReload the page after a change of the renderer; start again after a change of the main process.`);
  buildOnChange();
  become(process.execPath, [inProject('out', 'main', 'browser.js'), ...own]);
}

/** Builds one time after another, however many files an editor or a checkout touches at once. */
function buildOnChange() {
  let pause = setTimeout(() => undefined, 0);
  let building = Promise.resolve();
  const rebuild = async () => say((await tryBuild()) ?? 'Built.');
  watch(inProject('src'), { recursive: true }, () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      building = building.then(rebuild);
    }, 200);
  });
}
