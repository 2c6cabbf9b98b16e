/** Keeps the build in out/ as it is while Playwright runs specs on it. */
import { becomeUser } from '../../../scripts/lib/build-users.mjs';

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default function useBuild(): void {
  becomeUser();
}
