import { useEffect } from 'react';
import type { Session } from '../../../contract/service/models/models';
import { isCountryList, reviewCountries, seenCountriesKey } from '../../../contract/service/models/session-countries';
import { useIsViewStateKnown, useViewState } from '../../stores/window/view-state';

export interface NewCountries {
  /** Codes of the countries that this computer hasn't seen before. */
  readonly codes: readonly string[];
  /** Remembers them, so that they aren't pointed out again. */
  readonly dismiss: () => void;
}

/** Returns the countries of an account's sessions that are new on this computer, and remembers the others. */
export function useNewCountries(accountId: string, sessions: readonly Session[]): NewCountries {
  const isKnown = useIsViewStateKnown();
  const [seen, remember] = useViewState<string[] | null>(seenCountriesKey(accountId), null, isCountryList);
  const { unseen, remembered } = reviewCountries(seen, sessions);
  const isStored = seen !== null && seen.length === remembered.length;
  useEffect(() => {
    if (isKnown && !isStored) remember([...remembered]);
  });
  return { codes: isKnown ? unseen : [], dismiss: () => remember([...remembered, ...unseen]) };
}
