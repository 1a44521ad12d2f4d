CREATE TABLE "account_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"event" text NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"system" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "registered_uid" text;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_uid_accounts_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."accounts"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_events_by_account" ON "account_events" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "account_events_by_time" ON "account_events" USING btree ("at");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_registered_uid_accounts_uid_fk" FOREIGN KEY ("registered_uid") REFERENCES "public"."accounts"("uid") ON DELETE cascade ON UPDATE no action;