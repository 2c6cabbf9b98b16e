/** `npm run dev`: the app over sources that are built as they change, in Electron or, where that is missing, in the browser host. */
import { watch } from 'node:fs';
import { electronEnvironment, fetchElectron, hasDisplay, missingElectron } from './lib/electron-binary.mjs';
import { endWithNpm } from './lib/end-with-npm.mjs';
import { inProject, say } from './lib/project.mjs';
import { become } from './lib/run.mjs';
import { setUp, tryBuild } from './lib/setup.mjs';

await endWithNpm();
await setUp();
const own = process.argv.slice(2);
const binary = hasDisplay() ? await fetchElectron() : null;
if (binary === null && hasDisplay()) say(missingElectron());
say('Reload the window after changes to the renderer. Restart after changes to the main process.');
buildOnChange();
// The page comes from where it comes from in the product, under the same policy: what works here works there.
if (binary) become(binary, [inProject('.'), ...own], { env: electronEnvironment() });
else become(process.execPath, [inProject('out', 'main', 'browser.js'), ...own]);

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
