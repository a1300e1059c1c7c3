import type { ComponentProps, MouseEvent } from 'react';
import type { FieldName } from '../../signup/form.ts';
import { paths } from '../../signup/paths.ts';
import type { SignupActor } from '../signup-actor.ts';

type InputLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  actor: SignupActor;
  /** The field to change, or null for none in particular. */
  field: FieldName | null;
};

/** A link from the confirm screen back to the form. A real link, so that it can be opened in a new tab. */
export function InputLink({ actor, field, ...attributes }: InputLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    actor.send({ type: 'change.requested', field });
  };
  return <a href={paths.input} onClick={follow} {...attributes} />;
}
