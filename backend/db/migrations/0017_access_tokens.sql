CREATE TABLE "access_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"hash" text NOT NULL,
	"ending" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"project_id" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "access_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "project_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "project_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"event" text NOT NULL,
	"version" text,
	"uid" text NOT NULL,
	"token" text
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_uid_accounts_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."accounts"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_log" ADD CONSTRAINT "project_log_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_by_account" ON "access_tokens" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "access_tokens_by_end" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "access_tokens_by_project" ON "access_tokens" USING btree ("project_id") WHERE "access_tokens"."project_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "project_log_by_project" ON "project_log" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "project_log_by_account" ON "project_log" USING btree ("uid");