/** Goes to the bank's page. Returns false for an address that is not allowed. */
export function leaveForGateway(url: string): boolean {
  const target = URL.parse(url, location.origin);
  if (target?.protocol !== "https:" && target?.protocol !== "http:") return false;
  location.assign(target);
  return true;
}

export const BAD_GATEWAY_ADDRESS = "نشانی درگاه پرداخت درست نیست. لطفاً با پشتیبانی تماس بگیرید.";
