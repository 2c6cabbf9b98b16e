import { useNavigate } from 'react-router';
import { currentPath } from '#window/current-path.ts';
import { paths, placeOf } from '#window/routes.ts';
import type { SettingsSectionId } from '#window/url-state.ts';

/** Returns a function that opens the settings, at a section of them. They are once in the history, so that going back leaves them. */
export function useOpenSettings(): (section?: SettingsSectionId) => void {
  const navigate = useNavigate();
  return (section) => {
    const isAtSettings = placeOf(currentPath().split('?')[0] ?? '').screen === 'settings';
    void navigate(paths.settings(section), { replace: isAtSettings });
  };
}
