CREATE TABLE "kept_forms" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "kept_forms" ADD CONSTRAINT "kept_forms_uid_accounts_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."accounts"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_forms_by_account" ON "kept_forms" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "kept_forms_by_age" ON "kept_forms" USING btree ("created_at");