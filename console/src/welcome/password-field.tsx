import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import * as m from '../paraglide/messages.js';

/** A password field with a button that shows the password. */
export function PasswordField({
  onChange,
  isRequired = true,
  ...rest
}: {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  problem?: string | undefined;
  minLength?: number;
  isRequired?: boolean;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...rest}
      type={isShown ? 'text' : 'password'}
      required={isRequired}
      onChange={(event) => onChange(event.target.value)}
      beside={
        <IconButton
          label={isShown ? m.hide_password() : m.show_password()}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} /> : <Eye size={18} />}
        </IconButton>
      }
    />
  );
}
