import { useEffect, useId } from 'react';
import { type ScreenReport, useScreenReports } from '#window/screen-reports.ts';

/** A message of the screen in the status bar, as long as this is rendered. It takes no room on the screen, so it moves nothing there. */
export function ScreenMessage({ tone, title, text, retry, action }: ScreenReport) {
  const id = useId();
  const { put, remove } = useScreenReports.getState();
  // At each render: its functions are others each time.
  useEffect(() => put(id, { title, text, ...(tone && { tone }), ...(retry && { retry }), ...(action !== undefined && { action }) }));
  useEffect(() => () => remove(id), [id, remove]);
  return null;
}
