/** keytar is compiled while it is installed: where its needs came later, it is missing until it is installed again. */
import { existsSync, readFileSync } from 'node:fs';
import { inProject, say } from './project.mjs';
import { npm } from './run.mjs';

const built = inProject('node_modules', 'keytar', 'build', 'Release', 'keytar.node');

/** Installs keytar if it is missing. The app does without it; its tests do not. */
export async function provideKeytar() {
  if (existsSync(built)) return;
  const { optionalDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  say('Building keytar for the tests…');
  const { output } = await npm(['install', '--no-save', `keytar@${optionalDependencies.keytar}`], { quiet: true });
  if (!existsSync(built)) say(`${output}\nCouldn’t build keytar. See npm’s output above. Its tests will fail.`);
}
