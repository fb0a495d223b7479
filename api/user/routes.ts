import { Hono } from "hono";
import { type User, updateProfile, userRefusals } from "../../contract/user.ts";
import { refusals } from "../../contract/endpoint.ts";
import { type ShopEnv, body, refuse, shopper } from "../context.ts";
import { type UserRow, findUser, updateUser } from "./statements.ts";

export const users = new Hono<ShopEnv>();

users.get("/profile", shopper, async (c) => {
  const row = await findUser(c.var.shop.db, c.var.userId).first<UserRow>();
  if (!row) return refuse(c, refusals.userGone);
  const user: User = {
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.phone,
    email: row.email,
    isVerified: row.is_verified === 1,
    // Every account begins with a code that was sent to its phone.
    isPhoneVerified: true,
    isEmailVerified: row.is_email_verified === 1,
  };
  return c.json({ user });
});

users.put("/update", shopper, body(updateProfile.body), async (c) => {
  const updated = await updateUser(c.var.shop.db, c.var.userId, c.var.body).first();
  if (!updated) return refuse(c, userRefusals.emailLocked, { fields: { email: userRefusals.emailLocked.message } });
  return c.json({ message: "تغییرات با موفقیت ذخیره شد." });
});
