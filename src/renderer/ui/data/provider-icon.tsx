import { siApple, siBitbucket, siDiscord, siFacebook, siGithub, siGitlab, siGoogle, siSpotify, siTwitch, siX } from 'simple-icons';
import styles from './provider-icon.module.css';

const paths: Readonly<Record<string, string>> = {
  apple: siApple.path,
  bitbucket: siBitbucket.path,
  discord: siDiscord.path,
  facebook: siFacebook.path,
  github: siGithub.path,
  gitlab: siGitlab.path,
  google: siGoogle.path,
  spotify: siSpotify.path,
  twitch: siTwitch.path,
  x: siX.path,
};

interface ProviderIconProps {
  /** The provider's ID at the service, such as `github`. */
  id: string;
  /** The provider's name. Its first letter is shown for a provider without an icon. */
  name: string;
}

/** The brand icon of an OAuth provider, in the color of the text. Decorative: show the name beside it. */
export function ProviderIcon({ id, name }: ProviderIconProps) {
  const path = Object.hasOwn(paths, id) ? paths[id] : undefined;
  if (path === undefined) {
    return (
      <span aria-hidden="true" className={styles.letter}>
        {[...name][0]}
      </span>
    );
  }
  return (
    <svg aria-hidden="true" className={styles.icon} viewBox="0 0 24 24">
      <path d={path} />
    </svg>
  );
}
