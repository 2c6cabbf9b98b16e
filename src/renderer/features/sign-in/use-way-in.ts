import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import { paths } from '../../routes';
import { useConnection } from '../../stores/connections';
import { nextPath } from './next-path';

/** The connection that the address of a card means. */
export function useAddressedConnection(): Connection | undefined {
  return useConnection(useParams().connection);
}

export interface WayIn {
  /** What was typed on the other card. */
  readonly email: string;
  /** Where the other card is, still knowing where to go afterwards. */
  readonly signIn: string;
  readonly signUp: string;
  /** Leaves the card for where the person wanted to go. */
  finish(): void;
}

/** Where a card was come to from, and where it leads. */
export function useWayIn(connectionId: string): WayIn {
  const { search, state } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  return {
    email: emailIn(state),
    signIn: paths.signIn(connectionId) + search,
    signUp: paths.signUp(connectionId) + search,
    // Back should not lead to a form that is done with.
    finish: () => void navigate(nextPath(query.get('next'), paths.profile(connectionId)), { replace: true }),
  };
}

function emailIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
