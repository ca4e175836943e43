import { useState } from 'react';
import type { InvalidEvent } from 'react';
import * as m from '../../paraglide/messages.js';

/**
 * Keeps what the browser finds wrong with a field when its form is sent, in the language of the
 * page. The browser would say it in its own language, in a bubble that disappears. `hint` says what
 * the field wants.
 */
export function useValidity(hint?: string) {
  const [problem, setProblem] = useState('');
  return {
    problem,
    handlers: {
      onInvalid: (event: InvalidEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        event.preventDefault();
        const field = event.currentTarget;
        // A form reports all its fields at once, and the first gets the focus.
        if (field.form?.querySelector('input:invalid, textarea:invalid') === field) field.focus();
        setProblem(problemOf(field, hint));
      },
      onInput: () => setProblem(''),
    },
  };
}

function problemOf({ validity, type }: HTMLInputElement | HTMLTextAreaElement, hint?: string) {
  if (validity.valueMissing) return m.field_missing();
  if (validity.tooShort && hint) return hint;
  return type === 'email' ? m.field_email() : type === 'url' ? m.field_url() : m.field_incomplete();
}
