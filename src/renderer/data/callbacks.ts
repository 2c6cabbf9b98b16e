/** Redirect URLs of the links in emails. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import { api } from './api';
import { queryKeys } from './keys';

function callbackChoices(connectionId: string, purpose: CallbackPurpose) {
  return queryOptions({
    queryKey: queryKeys.callbacks(connectionId, purpose),
    queryFn: () => api.callbacks.choices({ connectionId, purpose }),
  });
}

/** Returns the possible redirect URLs of an email's link, and the chosen one, as what waits for them has read them. */
export function useCallbackChoices(connectionId: string, purpose: CallbackPurpose) {
  return useQuery({ ...callbackChoices(connectionId, purpose), refetchOnMount: false });
}

/** Whether the redirect URLs of an email's link are known, or couldn't be read. They are not read if there is no such email. */
export function useAreChoicesKnown(connectionId: string, purpose: CallbackPurpose | null): boolean {
  const { isPending } = useQuery({ ...callbackChoices(connectionId, purpose ?? 'magic-link-callback'), enabled: purpose !== null });
  return purpose === null || !isPending;
}

/** Chooses a place, which is remembered; shown at once, and taken back if it could not be stored. */
export function useChooseCallback(connectionId: string, purpose: CallbackPurpose) {
  const client = useQueryClient();
  const queryKey = queryKeys.callbacks(connectionId, purpose);
  return useMutation({
    mutationFn: (place: string) => api.callbacks.choose({ connectionId, purpose, place }),
    onMutate: (chosen) =>
      client.setQueryData<Awaited<ReturnType<typeof api.callbacks.choices>>>(queryKey, (known) => known && { ...known, chosen }),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** The project's own site that the user named; null where none was. */
export function useProjectSite(connectionId: string) {
  return useQuery({
    queryKey: queryKeys.projectSite(connectionId),
    queryFn: () => api.callbacks.site({ connectionId }),
  });
}

/** Names the project's own site, where the links of all emails open from then on. */
export function useSetProjectSite(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) => api.callbacks.nameSite({ connectionId, url }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.projectSite(connectionId) }),
        client.invalidateQueries({ queryKey: queryKeys.callbackChoices(connectionId) }),
      ]),
  });
}

/** Starts a sign-in on the project's own site. A URL that is passed is stored as that site. */
export function useSiteSignIn(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (appUrl: string | null) => api.signIn.withCli({ connectionId, ...(appUrl === null ? {} : { appUrl }) }),
    // A form starts with the cached value: the next one must not start with an outdated one.
    onSuccess: (_step, appUrl) => appUrl !== null && client.removeQueries({ queryKey: queryKeys.projectSite(connectionId) }),
  });
}

/** Opens a pasted link, or a code alone, for a connection where it is known. Returns the ID of the link, which is pending from now on. */
export async function openLink(text: string, connectionId: string | undefined): Promise<string> {
  const { id } = await api.links.open({ text, ...(connectionId === undefined ? {} : { connectionId }) });
  return id;
}
