import { useEffect, useEffectEvent } from "react";

/** A code that the browser has read from an SMS. TypeScript has no type for it. */
interface ReceivedCode extends Credential {
  code: string;
}

/**
 * Reads the code from the SMS if the browser can, after the shopper has agreed
 * (wicg.github.io/web-otp). The SMS has to end with a line like «@shop.example #1234».
 */
export function useReceivedCode(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    if (!("OTPCredential" in window)) return;
    const leaving = new AbortController();
    const asked: CredentialRequestOptions & { otp: { transport: string[] } } = {
      otp: { transport: ["sms"] },
      signal: leaving.signal,
    };
    navigator.credentials.get(asked).then(
      (received) => {
        if (received) take((received as ReceivedCode).code);
      },
      // The shopper declined, or left this step: the code has to be typed.
      () => undefined,
    );
    return () => {
      leaving.abort();
    };
  }, []);
}
