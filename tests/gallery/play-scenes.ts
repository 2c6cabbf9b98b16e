/** Shows scenes one after another, each on the page that the one before left if it continues that one. */
import { type Area, type Scene, type SceneContext, setUpPage } from './scene';

/** What is done with each scene once it is shown. */
export type Visit = (scene: Scene) => Promise<void>;

/** Puts the page that was visited back into its usual look: the next scene continues it, or loads it again. */
export type PutBack = (next: 'continued' | 'loaded again') => Promise<void>;

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
  putBack: PutBack = async () => {},
): Promise<readonly string[]> {
  const byName = new Map(scenes.map((scene) => [scene.name, scene]));
  const failures: string[] = [];
  let shown: string | null = null;
  let isVisited = false;
  const prepare = async (next: Parameters<PutBack>[0]) => {
    if (isVisited) await putBack(next);
    isVisited = false;
  };
  const show = async (name: string): Promise<Scene> => {
    const scene = byName.get(name);
    if (scene === undefined) throw new Error(`There is no scene “${name}” in the area.`);
    const last = shown === null ? undefined : byName.get(shown);
    if (scene.after !== undefined && scene.after !== last?.name) {
      if (last?.closes && last.after === scene.after) {
        await prepare('continued');
        await close(context);
      } else await show(scene.after);
    }
    shown = null;
    await prepare(scene.after === undefined ? 'loaded again' : 'continued');
    if (scene.after === undefined) setUpPage(context);
    await scene.show(context);
    shown = name;
    return scene;
  };
  for (const { name } of scenes.filter((scene) => isWanted(scene.name))) {
    try {
      const scene = await show(name);
      isVisited = true;
      await visit(scene);
    } catch (error) {
      shown = null;
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await prepare('loaded again');
  return failures;
}
