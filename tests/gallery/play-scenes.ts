/** Shows scenes one after another, each on the page that the one before left if it continues that one. */
import { type Area, type Scene, type SceneContext, setUpPage } from './scene';

/** What is done with each scene once it is shown. */
export type Visit = (scene: Scene) => Promise<void>;

async function close({ screens: { page } }: SceneContext): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[role=dialog], [role=menu]').waitFor({ state: 'detached' });
}

/** Shows the scenes of an area, also those after one that fails. Those that `isWanted` refuses are only shown if others continue them. Returns what failed, with the reason. */
export async function playScenes(
  context: SceneContext,
  { scenes }: Pick<Area, 'scenes'>,
  visit: Visit,
  isWanted: (scene: string) => boolean = () => true,
): Promise<readonly string[]> {
  const byName = new Map(scenes.map((scene) => [scene.name, scene]));
  const failures: string[] = [];
  let shown: string | null = null;
  const show = async (name: string): Promise<Scene> => {
    const scene = byName.get(name);
    if (scene === undefined) throw new Error(`There is no scene “${name}” in the area.`);
    const last = shown === null ? undefined : byName.get(shown);
    if (scene.after !== undefined && scene.after !== last?.name) {
      if (last?.closes && last.after === scene.after) await close(context);
      else await show(scene.after);
    }
    shown = null;
    if (scene.after === undefined) setUpPage(context);
    await scene.show(context);
    shown = name;
    return scene;
  };
  for (const { name } of scenes.filter((scene) => isWanted(scene.name))) {
    try {
      await visit(await show(name));
    } catch (error) {
      shown = null;
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return failures;
}
