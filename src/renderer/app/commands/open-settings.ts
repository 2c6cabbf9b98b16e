import { useNavigate } from 'react-router';
import type { SettingsSectionId } from '#contract/setting-rows.ts';
import { currentPath } from '#window/current-path.ts';
import { paths, placeOf } from '#window/routes.ts';

/** Returns a function that opens the settings, at a section of them. They are once in the history, so that going back leaves them. */
export function useOpenSettings(): (section?: SettingsSectionId) => void {
  const navigate = useNavigate();
  return (section) => {
    const isAtSettings = placeOf(currentPath().split('?')[0] ?? '').screen === 'settings';
    void navigate(paths.settings(section), { replace: isAtSettings });
  };
}
