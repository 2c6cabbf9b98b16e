/** What router, navigation, breadcrumb, palette, window title and gates ask of the table of screens, whose rows stand in the areas. */
import { screenRows } from '#areas/screens.ts';
import { type ConnectionScreen, isConnectionScreen, type ScreenName } from '#window/routes.ts';
import type { List, Listing, ScreenRow } from '#window/screen-row.ts';

/** A row; its parent's path, and its own if it is listed, need nothing but a connection. */
type RowOf<S extends ScreenName> = ScreenRow & { readonly parent?: ConnectionScreen } & (S extends ConnectionScreen
    ? unknown
    : { readonly listed?: never });

export const screens: { readonly [S in ScreenName]: RowOf<S> } = screenRows;

/** Returns the row of a screen, or null for an address without one. */
export function rowOf(screen: ScreenName | null): RowOf<ScreenName> | null {
  return screen === null ? null : screens[screen];
}

/** Returns the screens that a list offers, in the order that their rows say. */
export function listedIn(list: List): { readonly screen: ConnectionScreen; readonly row: ScreenRow; readonly listing: Listing }[] {
  return (Object.keys(screens) as ScreenName[])
    .filter(isConnectionScreen)
    .flatMap((screen) => {
      const row: ScreenRow = screens[screen];
      return row.listed?.in.includes(list) ? [{ screen, row, listing: row.listed }] : [];
    })
    .sort((one, other) => one.listing.order - other.listing.order);
}
