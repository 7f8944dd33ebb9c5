// Step 3 of the sign-up: phones, e-mail and password, each pair compared when it is left.
import { Checkbox, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { PasswordField } from '../../ui/forms/PasswordField';
import { PhoneBoxes } from '../../ui/forms/PhoneBoxes';
import type { StepProps } from './PersonalStep';
import classes from './registration.module.css';
import { isPhone, PASSWORD_RULES, type SignUpField } from './signUp';

export function CredentialsStep({ form, set, faults }: StepProps) {
  const compare = (field: SignUpField, copy: string, original: string, message: string) => {
    if (copy !== '' && copy !== original) faults.add({ field, message });
    else faults.clear(field);
  };
  const comparePhones = () =>
    compare(
      'confirmPhoneNumber',
      form.confirmPhoneNumber,
      form.PhoneNumber,
      "Confirm Cell Phone Number doesn't match Cell Phone Number",
    );
  const compareEmails = () =>
    compare('confirmEmail', form.confirmEmail.trim(), form.Email.trim(), "Confirm Email doesn't match Email");
  const comparePasswords = () =>
    compare(
      'confirmPassword',
      form.confirmPassword,
      form.Password,
      "Confirm Password doesn't match Password",
    );
  return (
    <>
      <div className={classes['two']}>
        <PhoneBoxes
          id="PhoneNumber"
          label="Cell phone"
          autoComplete
          value={form.PhoneNumber}
          error={faults.error('PhoneNumber')}
          onChange={(PhoneNumber) =>
            set(form.sameAsCell ? { PhoneNumber, BestPhoneNumber: PhoneNumber } : { PhoneNumber })
          }
          onBlur={() => {
            if (form.PhoneNumber !== '' && !isPhone(form.PhoneNumber))
              faults.add({ field: 'PhoneNumber', message: 'Please Enter a Valid Phone Number' });
            comparePhones();
          }}
        />
        <PhoneBoxes
          id="confirmPhoneNumber"
          label="Confirm cell phone"
          value={form.confirmPhoneNumber}
          error={faults.error('confirmPhoneNumber')}
          onChange={(confirmPhoneNumber) => set({ confirmPhoneNumber })}
          onBlur={comparePhones}
        />
      </div>
      <p className={classes['warned']}>
        <IconAlertTriangle size={18} aria-hidden="true" /> The cell phone number cannot be changed later.
      </p>
      <div className={classes['best']}>
        <PhoneBoxes
          id="BestPhoneNumber"
          label="Best phone number to reach you"
          value={form.BestPhoneNumber}
          disabled={form.sameAsCell}
          error={faults.error('BestPhoneNumber')}
          onChange={(BestPhoneNumber) => set({ BestPhoneNumber })}
          onBlur={() => {
            if (form.BestPhoneNumber !== '' && !isPhone(form.BestPhoneNumber))
              faults.add({
                field: 'BestPhoneNumber',
                message: 'Please Enter a Valid Best Phone Number to reach you',
              });
          }}
        />
        <Checkbox
          label="Same as cell phone"
          checked={form.sameAsCell}
          onChange={(event) => {
            const sameAsCell = event.currentTarget.checked;
            set({ sameAsCell, BestPhoneNumber: sameAsCell ? form.PhoneNumber : '' });
          }}
        />
      </div>
      <div className={classes['two']}>
        <TextInput
          id="Email"
          label="E-mail"
          type="email"
          autoComplete="email"
          value={form.Email}
          error={faults.error('Email')}
          onChange={(event) => set({ Email: event.currentTarget.value })}
          onBlur={compareEmails}
        />
        <TextInput
          id="confirmEmail"
          label="Confirm e-mail"
          type="email"
          autoComplete="email"
          value={form.confirmEmail}
          error={faults.error('confirmEmail')}
          onChange={(event) => set({ confirmEmail: event.currentTarget.value })}
          onBlur={compareEmails}
        />
      </div>
      <div className={classes['two']}>
        <PasswordField
          id="Password"
          label="Password"
          autoComplete="new-password"
          describedBy="password-rules"
          value={form.Password}
          error={faults.error('Password')}
          onChange={(Password) => set({ Password })}
          onBlur={comparePasswords}
        />
        <PasswordField
          id="confirmPassword"
          label="Confirm password"
          autoComplete="new-password"
          value={form.confirmPassword}
          error={faults.error('confirmPassword')}
          onChange={(confirmPassword) => set({ confirmPassword })}
          onBlur={comparePasswords}
        />
      </div>
      <ul id="password-rules" className={classes['rules']}>
        {PASSWORD_RULES.map((rule) => {
          const fits = rule.fits(form.Password);
          return (
            <li key={rule.text} data-fits={fits || undefined}>
              {fits ? (
                <IconCircleCheck size={18} aria-hidden="true" />
              ) : (
                <IconCircle size={18} aria-hidden="true" />
              )}
              {rule.text}
              <span className="s-visually-hidden">{fits ? ', done' : ', still needed'}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
