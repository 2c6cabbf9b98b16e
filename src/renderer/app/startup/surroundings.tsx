import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { queryClient } from '#data/query-client.ts';
import { inTooltipArea } from '#ui/feedback/tooltip.tsx';
import { followService } from './follow-service';

followService(queryClient);

/** Returns a component as a part of the window with what parts may need: the service's data, and tooltips. */
export function inSurroundings<P extends object>(Component: ComponentType<P>): ComponentType<P> {
  const Part = inTooltipArea(Component);
  return function InSurroundings(props: P) {
    return (
      <QueryClientProvider client={queryClient}>
        <Part {...props} />
      </QueryClientProvider>
    );
  };
}

/** Reads what the screen shows again. */
export async function refreshScreen(): Promise<void> {
  await queryClient.invalidateQueries({ type: 'active' });
}

/** Removes the data that no mounted part of the window uses. What a part uses goes with the part, whose unsaved input may be based on it. */
export function forgetUnusedData(): void {
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.getMutationCache().clear();
}

/** Reads everything again that is still there, after nothing was heard of changes for a while. */
export function readAgain(): void {
  void queryClient.invalidateQueries();
}
