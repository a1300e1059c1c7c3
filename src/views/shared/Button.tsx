import type { ComponentProps } from 'react';

type ButtonProps = ComponentProps<'button'> & { look?: 'primary' | 'link' };

/** Every button. Never a submit button: before hydration that would send the form's values in the address. */
export function Button({ look, ...attributes }: ButtonProps) {
  return <button type="button" className={look ? `button button-${look}` : 'button'} {...attributes} />;
}
